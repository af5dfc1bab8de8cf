"""What a server needs where people learn: the reviews in the making, and the shared deals."""

from quartett.server.learning.results import SharedDeals
from quartett.server.learning.reviews import Reviews
from quartett.server.shared.services import Services


class Learning:
    """One for a server."""

    def __init__(self, services: Services) -> None:
        self.reviews = Reviews(services)
        self.deals = SharedDeals(services)

    def close(self) -> None:
        """Stop all background work."""
        self.reviews.close()
        self.deals.close()
