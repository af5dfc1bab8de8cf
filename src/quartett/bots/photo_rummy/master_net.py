"""Photo Rummy's network: the share of the victory that a seat may expect once it has laid.

It reads what the seat observes after its lay, or after it has passed; so to choose is to compare
what each lay leaves behind. Capitals are alike, and so are categories: one set of weights looks at
every capital, one at every category, and where they cross, photos are added up by where they are.
A second, small network says what the scores between two rounds are worth.

All of that is there three times, and the mean counts: where a lay and a pass are nearly worth the
same, what one network happens to have learned would decide.
"""

from functools import cache
from types import ModuleType
from typing import Final, NamedTuple

from quartett.bots.network import Array, Weights, dense, numpy, one_hot, relu
from quartett.fast.photo_rummy import CARDS, MAX_PLAYERS, PHOTOS

MEMBERS: Final = 3
HIDDEN: Final = 192
LINE: Final = 48
CROSSING: Final = 24
SCORES: Final = 32

CITIES: Final = 17
CATEGORIES: Final = 6

_ROUND: Final = 5
_STACKS: Final = 8
_OWN: Final = 13
_LYING: Final = _OWN + CARDS
_ROW_JOKERS: Final = _LYING + CARDS
_SET_JOKERS: Final = _ROW_JOKERS + CITIES
_SEATS: Final = _SET_JOKERS + CATEGORIES
_MOST: Final = _SEATS + 3 * MAX_PLAYERS
SEEN: Final = _MOST + 4
"""The part of an observation that is read: of the candidates only how many cards the first would
leave, and how many minus points. The last number is no part of it: with how many of the unseen
cards the rack could be laid as a whole."""

_PLACES: Final = 4
"""Where a photo may be: on the viewer's rack, in a row, in a set, unseen."""

_MAX_OWN: Final = 9
_CITY: Final = 7 + 7 + 7 + 4
_CATEGORY: Final = 1 + _MAX_OWN + 4 + 5
_MAX_LEFT: Final = 10
_OUTS: Final = 3
_TABLE: Final = 3 + 3 + 4 * MAX_PLAYERS + 9 + 7 + 2 + _MAX_LEFT + 1 + _OUTS
_SCORES: Final = 3 + 2 * (MAX_PLAYERS - 1) + 3
_MET: Final = _PLACES * CROSSING + 2 * LINE

_SHAPES: Final[dict[str, tuple[int, ...]]] = {
    "city.w": (_CITY, LINE),
    "city.b": (LINE,),
    "category.w": (_CATEGORY, LINE),
    "category.b": (LINE,),
    "city_crossing.w": (LINE, CROSSING),
    "category_crossing.w": (LINE, CROSSING),
    "category_crossing.b": (CROSSING,),
    "first.w": (_MET + _TABLE, HIDDEN),
    "first.b": (HIDDEN,),
    "second.w": (HIDDEN, HIDDEN),
    "second.b": (HIDDEN,),
    "value.w": (HIDDEN, 2),
    "value.b": (2,),
    "scores.w": (_SCORES, SCORES),
    "scores.b": (SCORES,),
    "scores_second.w": (SCORES, SCORES),
    "scores_second.b": (SCORES,),
    "scores_value.w": (SCORES, 1),
    "scores_value.b": (1,),
}

SHAPES: Final = {
    name: (MEMBERS, *shape) if name.endswith(".w") else (MEMBERS, 1, *shape)
    for name, shape in _SHAPES.items()
}


def evaluate(xp: ModuleType, weights: Weights, seen: Array) -> tuple[Array, Array]:
    """Two numbers for each observation: the log-odds of victory, and the round's points by 20."""
    odds, points = evaluate_members(xp, weights, seen)
    return odds.mean(0), points.mean(0)


def evaluate_members(xp: ModuleType, weights: Weights, seen: Array) -> tuple[Array, Array]:
    """The same from each member: a line for each."""
    seen = seen[..., :SEEN].astype(xp.float32)
    photos = _photos(xp, seen)
    city = _lines_read(xp, weights, "city", _cities(xp, seen, photos))
    category = _lines_read(xp, weights, "category", _categories(xp, seen, photos))
    crossing = relu(
        xp,
        _crossing(weights, "city", city)[..., :, None, :]
        + _crossing(weights, "category", category)[..., None, :, :],
    )
    shape = MEMBERS, len(seen)
    met = photos.places @ crossing.reshape(*shape, PHOTOS, CROSSING) / 8
    table = _table(xp, seen, photos)
    parts = [
        met.reshape(*shape, -1),
        city.sum(-2) / 8,
        category.sum(-2) / 4,
        xp.broadcast_to(table, (MEMBERS, *table.shape)),
    ]
    x = relu(xp, dense(weights, "first", xp.concatenate(parts, -1)))
    x = relu(xp, dense(weights, "second", x))
    found = dense(weights, "value", x)
    return found[..., 0], found[..., 1]


def _lines_read(xp: ModuleType, weights: Weights, name: str, lines: Array) -> Array:
    """What each member makes of the capitals, or of the categories, of each observation."""
    found = relu(xp, dense(weights, name, lines.reshape(-1, lines.shape[-1])))
    return found.reshape(MEMBERS, *lines.shape[:-1], LINE)


def _crossing(weights: Weights, name: str, lines: Array) -> Array:
    found = dense(weights, f"{name}_crossing", lines.reshape(MEMBERS, -1, LINE))
    return found.reshape(*lines.shape[:-1], CROSSING)


def expected(xp: ModuleType, weights: Weights, seen: Array) -> Array:
    """The share of the victory that the viewer may expect."""
    return 1 / (1 + xp.exp(-evaluate(xp, weights, seen)[0]))


def evaluate_scores(xp: ModuleType, weights: Weights, between: Array) -> Array:
    """The log-odds of victory between two rounds; see `between`."""
    return evaluate_scores_members(xp, weights, between).mean(0)


def evaluate_scores_members(xp: ModuleType, weights: Weights, between: Array) -> Array:
    """The same from each member: a line for each."""
    x = relu(xp, dense(weights, "scores", _score_features(xp, between.astype(xp.float32))))
    x = relu(xp, dense(weights, "scores_second", x))
    return dense(weights, "scores_value", x)[..., 0]


def between(rounds: int, starter: int, scores: list[int]) -> list[int]:
    """What counts between two rounds: rounds to come, who begins, scores; from the viewer on."""
    return [rounds, len(scores), starter, *scores, *[0] * (MAX_PLAYERS - len(scores))]


@cache
def _lines() -> tuple[Array, Array, Array]:
    """The capital and the category of each photo, and which of the 23 lines it belongs to."""
    np = numpy()
    city, category = np.divmod(np.arange(PHOTOS), CATEGORIES)
    lines = np.arange(CITIES + CATEGORIES)
    belongs = (lines == city[:, None]) | (lines == CITIES + category[:, None])
    return city, category, belongs.astype(np.float32)


class _Photos(NamedTuple):
    """Where the photos are: a number for each, and sums for each capital and each category."""

    places: Array
    """On the viewer's rack, in a row, in a set, unseen: four lines of 102."""
    cities: Array
    categories: Array


def _photos(xp: ModuleType, seen: Array) -> _Photos:
    own = seen[..., _OWN : _OWN + PHOTOS]
    lying = seen[..., _LYING : _LYING + PHOTOS]
    rows, sets = (lying == 1).astype(xp.float32), (lying == 2).astype(xp.float32)
    places = xp.stack([own, rows, sets, 1 - own - rows - sets], -2)
    return _Photos(places, *_summed(places))


def _summed(places: Array) -> tuple[Array, Array]:
    """The sums of each capital and of each category."""
    found = places @ _lines()[2]
    return found[..., :CITIES], found[..., CITIES:]


def _cities(xp: ModuleType, seen: Array, photos: _Photos) -> Array:
    """What each capital looks like."""
    own, rows, sets, unseen = (photos.cities[..., at, :] for at in range(_PLACES))
    jokers = seen[..., _ROW_JOKERS:_SET_JOKERS]
    # Where a category has a set on the table or on the rack, its photos do not need a row.
    needy = (photos.categories[..., 0, :] < 4) & (photos.categories[..., 2, :] == 0)
    alone = _summed(photos.places[..., 0, :] * needy[..., _lines()[1]])[0]
    others = [jokers, sets / 3, unseen / 6, (rows + jokers >= 6).astype(xp.float32)]
    return xp.concatenate(
        [
            one_hot(xp, own, 0, 6),
            one_hot(xp, rows, 0, 6),
            one_hot(xp, alone, 0, 6),
            xp.stack(others, -1),
        ],
        -1,
    )


def _categories(xp: ModuleType, seen: Array, photos: _Photos) -> Array:
    """What each category looks like."""
    own, rows, sets, unseen = (photos.categories[..., at, :] for at in range(_PLACES))
    jokers = seen[..., _SET_JOKERS:_SEATS]
    # Where a capital has a row on the table or on the rack, its photos do not need a set.
    needy = (photos.cities[..., 0, :] < 3) & (photos.cities[..., 1, :] == 0)
    alone = _summed(photos.places[..., 0, :] * needy[..., _lines()[0]])[1]
    others = [jokers, own / 6, sets / 8, rows / 8, unseen / 17]
    return xp.concatenate(
        [
            one_hot(xp, xp.minimum(own, _MAX_OWN), 0, _MAX_OWN),
            one_hot(xp, xp.minimum(alone, 3), 0, 3),
            xp.stack(others, -1),
        ],
        -1,
    )


def _table(xp: ModuleType, seen: Array, photos: _Photos) -> Array:
    """What belongs to no capital and no category."""
    seats = seen[..., _SEATS:_MOST].reshape(*seen.shape[:-1], MAX_PLAYERS, 3)
    left, minus = seen[..., _MOST + 1], seen[..., _MOST + 2]
    players, rounds = seen[..., 7], seen[..., 6] - seen[..., _ROUND]
    seated = xp.arange(MAX_PLAYERS) < players[..., None]
    sizes, opened, scores = (seats[..., at] for at in range(3))
    leads = xp.where(seated, scores[..., :1] - scores, 0)
    best = xp.where(seated[..., 1:], leads[..., 1:], 999).min(-1)
    own_jokers = seen[..., _OWN + PHOTOS : _LYING].sum(-1)
    lying_jokers = seen[..., _ROW_JOKERS:_SEATS].sum(-1)
    missing = 6 - own_jokers - lying_jokers
    numbers = [
        best / 20,
        xp.tanh(best / 10),
        seen[..., _STACKS:_OWN].sum(-1) / 80,
        own_jokers,
        lying_jokers,
        missing / 3,
        rounds / 3,
        sizes[..., 1:].sum(-1) / 20,
        xp.where(seated[..., 1:], sizes[..., 1:], 99).min(-1) / 10,
    ]
    parts = [
        one_hot(xp, players, 2, 4),
        one_hot(xp, xp.minimum(rounds, 2), 0, 2),
        sizes / 10,
        opened,
        leads / 20,
        (sizes == 0).astype(xp.float32),
        xp.stack(numbers, -1),
        xp.stack(_fits(xp, seen, photos), -1),
        one_hot(xp, xp.minimum(left, _MAX_LEFT), 0, _MAX_LEFT),
        xp.stack([left / 8, minus / 10], -1),
        xp.stack(_outs(xp, seen, photos), -1),
    ]
    return xp.concatenate(parts, -1).astype(xp.float32)


def _outs(xp: ModuleType, seen: Array, photos: _Photos) -> list[Array]:
    """How likely the next card is the last that is missing."""
    jokers = seen[..., _OWN + PHOTOS : _LYING].sum(-1) + seen[..., _ROW_JOKERS:_SEATS].sum(-1)
    unseen = photos.places[..., 3, :].sum(-1) + 6 - jokers
    number = seen[..., _MOST + 3]
    likely = number / xp.maximum(unseen, 1)
    return [4 * likely, xp.sqrt(likely), (number == 0).astype(xp.float32)]


def _fits(xp: ModuleType, seen: Array, photos: _Photos) -> list[Array]:
    """How many photos have companions enough: one's own, and unseen ones with the table alone."""
    own, unseen = photos.places[..., 0, :], photos.places[..., 3, :]
    rows, sets = photos.cities[..., 1, :] > 0, photos.categories[..., 2, :] > 0
    helper = seen[..., _OWN + PHOTOS : _LYING].sum(-1, keepdims=True) > 0
    few = xp.where(helper, 2, 3)
    city, category, _ = _lines()

    def fitting(cities: Array, categories: Array) -> Array:
        return cities[..., city] | categories[..., category]

    seen_cities = photos.cities[..., :3, :].sum(-2)
    seen_categories = photos.categories[..., :3, :].sum(-2)
    enough = fitting(seen_cities >= few, seen_categories > few)
    alone = fitting(photos.cities[..., 0, :] >= few, photos.categories[..., 0, :] > few)
    there = fitting(rows, sets)
    misfits = (own * ~enough).sum(-1)
    left = unseen.sum(-1) + 1
    return [
        misfits / 4,
        (misfits == 0).astype(xp.float32),
        (own * ~(alone | there)).sum(-1) / 4,
        (unseen * (enough | there)).sum(-1) / left,
        (unseen * there).sum(-1) / left,
        rows.sum(-1) / 8,
        sets.sum(-1) / 6,
    ]


def _score_features(xp: ModuleType, given: Array) -> Array:
    rounds, players, starter = (given[..., at] for at in range(3))
    others = xp.arange(1, MAX_PLAYERS) < players[..., None]
    leads = xp.where(others, given[..., 3:4] - given[..., 4:], 60)
    wide = 6 + 30 * xp.sqrt(rounds)[..., None]
    numbers = [rounds / 3, xp.sqrt(rounds), (starter == 0).astype(xp.float32)]
    parts = [one_hot(xp, players, 2, 4), xp.tanh(leads / wide), xp.tanh(leads / 20)]
    return xp.concatenate([*parts, xp.stack(numbers, -1)], -1).astype(xp.float32)
