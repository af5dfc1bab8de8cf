"""A branch never changes, however those that grew from it go on."""

from hypothesis import given
from hypothesis import strategies as st

from quartett import start
from quartett.core.branch import Branch

steps = st.lists(st.tuples(st.integers(0, 30), st.sampled_from(["grow", "cut"])), max_size=60)


@given(steps)
def test_every_branch_stays_as_it_was_whichever_of_them_grows(steps: list[tuple[int, str]]) -> None:
    branches: list[tuple[Branch[int], list[int]]] = [(Branch(), [])]
    for number, (which, what) in enumerate(steps):
        branch, items = branches[which % len(branches)]
        grown = what == "grow"
        after = branch.plus(number) if grown else branch.shorter()
        branches.append((after, [*items, number] if grown else items[:-1]))
    for branch, items in branches:
        assert list(branch) == items
        assert len(branch) == len(items)
        assert branch[:] == tuple(items)
        assert [branch[n] for n in range(-len(items), len(items))] == items * 2


def test_two_that_grow_from_the_same_end_do_not_meet() -> None:
    trunk = Branch("ab")
    assert (list(trunk.plus("c")), list(trunk.plus("d"))) == (["a", "b", "c"], ["a", "b", "d"])


def test_a_fork_that_goes_on_leaves_the_match_as_it_was() -> None:
    match = start("souvenirs", players=2, seed=1)
    first, second = match.fork(), match.fork()
    first.play(0, first.legal(0)[0])
    second.play(0, second.legal(0)[1])
    assert (len(match.log), len(first.log), len(second.log)) == (1, 2, 2)
    assert first.log[1] != second.log[1]
    again = first.undone()
    again.play(0, again.legal(0)[1])
    assert len(first.log) == 2
    assert again.state == second.state
    assert again.since(2) == again.log[2:]


def test_the_latest_events_are_told_with_the_state_before_each() -> None:
    match = start("jericho", players=3, seed=1)
    seat = min(match.to_act)
    match.play(seat, match.legal(seat)[0])
    assert tuple(event for _, event in match.latest) == match.log[-1].events
    state = match.history().steps[-1].before
    for before, event in match.latest:
        assert before == state
        state = match.game.evolve(state, event)
    assert state == match.state
