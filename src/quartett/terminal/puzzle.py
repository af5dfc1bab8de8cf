"""Puzzles in the terminal: one position, any number of tries, a ladder of hints."""

from quartett.core.game import GameValue
from quartett.core.match import AnyMatch, Match
from quartett.games import get
from quartett.review.puzzles import Puzzle, explanation, hints
from quartett.terminal.ask import LeftError, ask
from quartett.terminal.face import AnySight
from quartett.terminal.learn import Coach, RefusedEntryError
from quartett.terminal.paint import keyed, marked


def solve_puzzle(coach: Coach, puzzle: Puzzle) -> bool:
    """Let the person try until it is solved or given up; whether it was solved."""
    match: AnyMatch = Match(get(puzzle.game), puzzle.state())
    ladder = hints(puzzle, coach.language)
    answer = match.game.parse_action(puzzle.answers[0])
    title = coach.say("puzzle.title", id=puzzle.id)
    sight = coach.show(match, title, coach.say("puzzle.difficulty", difficulty=puzzle.difficulty))
    coach.help("puzzle.help")
    _ask_for(coach, puzzle, sight)
    while True:
        try:
            entry = ask()
            command = coach.command(entry)
        except LeftError:
            return False
        if command == "quit":
            return False
        if command == "skip":
            _show_answer(coach, puzzle, answer, sight)
            return False
        if command == "hint":
            if ladder:
                coach.tell(ladder.pop(0))
            else:
                _show_answer(coach, puzzle, answer, sight)
            continue
        if entry and _tried(coach, puzzle, match, sight, entry):
            return True


def _tried(coach: Coach, puzzle: Puzzle, match: AnyMatch, sight: AnySight, entry: str) -> bool:
    try:
        action = coach.read(entry, sight, match)
    except RefusedEntryError:
        return False
    if action is None:
        coach.console.print(coach.face.table(sight))
        _ask_for(coach, puzzle, sight)
        return False
    if not puzzle.accepts(action):
        coach.tell(coach.say("puzzle.wrong"))
        return False
    coach.tell(coach.say("puzzle.right"))
    _explain(coach, puzzle)
    return True


def _ask_for(coach: Coach, puzzle: Puzzle, sight: AnySight) -> None:
    coach.console.print(marked(f"[bold]{puzzle.ask(coach.language)}[/]"))
    coach.console.print(f"[dim]{keyed(coach.face.todo(sight))}[/]")


def _show_answer(coach: Coach, puzzle: Puzzle, answer: GameValue, sight: AnySight) -> None:
    coach.tell(coach.say("puzzle.answer", entries=coach.entries(answer, sight)))
    _explain(coach, puzzle)


def _explain(coach: Coach, puzzle: Puzzle) -> None:
    for line in explanation(puzzle, coach.language):
        coach.tell(line)
