"""Two at a table over days, to whom notices are pushed."""

from typing import Any

from server.evenings.guests import Guest
from server.learning.surfer import Site
from server.notices.push_service import Browser, PushService

DAY = 24 * 3600


class Player(Guest):
    """One of them."""

    patient = True
    table = ""

    def subscribe(self, service: PushService, name: str) -> None:
        """Have notices sent to a path of the service."""
        self.name = name
        told = self.post("/api/me/notices/push", **Browser().subscription(service.endpoint(name)))
        assert [each["this"] for each in told["channels"]] == [True]

    def on_turn(self) -> bool:
        """Whether it is this one's turn."""
        return bool(self.eventually("/api/me/home", lambda _: True)["turns"])

    def token(self) -> str:
        """What opens their seat."""
        return str(self.post(f"/api/tables/{self.table}/join")["token"])


def sit_down(site: Site, service: PushService, number: object) -> list[Player]:
    """Two at a new table that has begun."""
    anna, ben = people = [Player(site), Player(site)]
    wish: dict[str, Any] = {"game": "souvenirs", "seats": [{}, {}], "turn_seconds": DAY}
    made = anna.post("/api/tables", you="Anna", **wish)
    for side, player in enumerate(people):
        player.table = made["table"]["id"]
        player.subscribe(service, f"{number}-{side}")
    ben.post(f"/api/tables/{ben.table}/join", name="Ben")
    anna.post(f"/api/tables/{anna.table}/start")
    return people
