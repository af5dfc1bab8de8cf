"""Jericho tables that a viewer could be sitting at, as version 0.1 dealt and played them."""

from random import Random

from quartett.fast.jericho import BRASS, FEED_PHASE, FIRST_PHASE, SHOW
from quartett.fast.jericho_hard_1 import PUT, Table, best_first


class Worlds:
    """A source of tables that a viewer could be sitting at: what is seen stays."""

    def __init__(
        self,
        known: Table,
        phase: int,
        seat: int,
        pool: list[int],
        hidden_faces: list[int],
        hand_sizes: list[int],
        fed: list[int],
        hidden_supply: int,
        scoring_piles: list[int],
        pile_size: int,
    ) -> None:
        self.known = known
        self.seat = seat
        self._phase = phase
        self._pool = pool
        self._hidden_faces = hidden_faces
        """The seats whose first card lies face down."""
        self._hand_sizes = hand_sizes
        self._fed = fed
        self._hidden_supply = hidden_supply
        self._scoring_piles = scoring_piles
        """Bottom and room, by turns, of each pile that still has a scoring card."""
        self._pile_size = pile_size

    def deal(self, chance: Random) -> Table:
        """One such table, with hidden first cards still face down."""
        pool = self._pool[:]
        chance.shuffle(pool)
        table = self.known.copy()
        for seat in self._hidden_faces:
            # A hidden first card is a wall card, if any is left (JE-04).
            at = 0
            while at < len(pool) and pool[at] == BRASS:
                at += 1
            table.faces[seat] = pool.pop(at if at < len(pool) else 0)
        for _ in range(self._hidden_supply):
            table.put(pool.pop())
        for seat in range(table.players):
            if seat != self.seat:
                table.hands[seat] = [pool.pop() for _ in range(self._hand_sizes[seat])]
        piles = self._scoring_piles
        places = [piles[at] + chance.randrange(piles[at + 1]) for at in range(0, len(piles), 2)]
        height = min(self._pile_size, len(pool) + len(places))
        table.pile = [SHOW if at in places else pool.pop() for at in range(height)]
        return table

    def played_out(self, play: int, world: Table) -> Table:
        """A table after a play and a playout."""
        table = world.copy()
        if self._phase == FIRST_PHASE:
            self._after_first(table, play)
        elif self._phase == FEED_PHASE:
            self._after_feed(table, play - PUT)
        else:
            table.play(self.seat, play)
            if table.pile and not table.draw(self.seat):
                table.play_out()
        return table

    def _after_feed(self, table: Table, card: int) -> None:
        """The others choose what to feed without knowing what we chose."""
        table.hands[self.seat].remove(card)
        for seat in range(table.players):
            if seat != self.seat and not self._fed[seat]:
                table.feed(seat)
        table.put(card)
        self._go_on(table)

    def _after_first(self, table: Table, card: int) -> None:
        """The others choose their first cards, all feed, the cards are revealed, and it goes on."""
        table.hands[self.seat].remove(card)
        table.faces[self.seat] = card
        for seat in range(table.players):
            hand = table.hands[seat]
            if table.faces[seat] < 0 and hand:
                face = best_first(hand)
                hand.remove(face)
                table.faces[seat] = face
        for seat in range(table.players):
            table.feed(seat)
        self._go_on(table)

    def _go_on(self, table: Table) -> None:
        table.reveal()
        table.turn = table.starter
        table.play_out()
