"""Games in turns: show the table, ask, play, let the others play, until it is over."""

from collections.abc import Sequence

from rich.console import Console, RenderableType

from quartett.core.errors import QuartettError, RuleError
from quartett.terminal.ask import EntryError, ask
from quartett.terminal.commands import common_command, obey, save
from quartett.terminal.dealer import DEAD_END, Dealer
from quartett.terminal.face import PERSON, AnyFace, AnySight
from quartett.terminal.fitting import listed
from quartett.terminal.paint import key, keyed, marked

MAX_NEWS, MIN_NEWS = 9, 3
OTHER_LINES = 8
"""What stands on the screen beside the table and the news: heading, to do, prompt."""


def play_in_turns(console: Console, dealer: Dealer) -> None:
    """Play a match to its end; LeftError if the person leaves before."""
    while dealer.outcome is None:
        to_act = dealer.match.to_act_once_ready
        if PERSON in to_act:
            _person_acts(console, dealer)
        elif to_act:
            dealer.rival_plays(min(to_act))
        else:
            raise QuartettError(DEAD_END)
    show(console, dealer, dealer.sight())


def _person_acts(console: Console, dealer: Dealer) -> None:
    sight = dealer.sight()
    show(console, dealer, sight)
    show_todo(console, dealer.face, sight)
    while not _entered(console, dealer, sight, ask()):
        pass


def _entered(console: Console, dealer: Dealer, sight: AnySight, entry: str) -> bool:
    """Take one entry; whether the match has changed."""
    try:
        if _changed(console, dealer, sight, entry):
            return True
    except (EntryError, QuartettError) as error:
        refuse(console, dealer.face, error)
    else:
        show_todo(console, dealer.face, sight)
    return False


def _changed(console: Console, dealer: Dealer, sight: AnySight, entry: str) -> bool:
    """Do what an entry says; whether it changed the match."""
    face = dealer.face
    match common_command(entry, face.voice):
        case "takeback":
            dealer.take_back()
            return True
        case "save":
            save(console, dealer, entry)
            return False
        case str(command):
            obey(command, console, dealer, entry)
            return False
    action = face.read(entry, sight) if entry else None
    if action is not None:
        dealer.person_plays(action)
        return True
    show(console, dealer, sight)
    return False


def show(console: Console, dealer: Dealer, sight: AnySight) -> None:
    """The whole table, and what has happened since the person last acted."""
    face = dealer.face
    if console.is_terminal:
        console.clear()
    console.print(face.heading(sight))
    table = face.table(sight)
    console.print(table)
    if dealer.news:
        console.print(_latest(console, dealer.news, table))
    console.print()


def _latest(console: Console, news: Sequence[str], table: RenderableType) -> RenderableType:
    """As much of the latest news as fits on the screen together with the table."""
    if not console.is_terminal:
        return listed(news[-MAX_NEWS:])
    left = console.height - len(console.render_lines(table)) - OTHER_LINES
    for most in range(MAX_NEWS, MIN_NEWS, -1):
        latest = listed(news[-most:])
        if len(console.render_lines(latest)) <= left:
            return latest
    return listed(news[-MIN_NEWS:])


def show_todo(console: Console, face: AnyFace, sight: AnySight) -> None:
    """What can be done now, and an example of it: waiting, where that is all."""
    console.print(keyed(face.todo(sight)))
    possible = face.example(sight) if sight.legal else face.voice.understood("word.wait")[0]
    example = face.voice.say("example", entry=key(possible))
    console.print(f"[dim]{example}  {keyed(face.voice.say('ask_help'))}[/]")


def refuse(console: Console, face: AnyFace, error: EntryError | QuartettError) -> None:
    """Say what is wrong with an entry, and what to type to read the rule that forbids it."""
    if isinstance(error, EntryError):
        reason = keyed(error.text(face.voice))
    elif isinstance(error, RuleError):
        text = error.text(face.voice.language).replace("[", "(")
        rule = f"{face.voice.understood('word.rules')[0]} {error.rule}"
        reason = f"{text} [dim]({key(rule)})[/]" if error.rule else text
    else:
        reason = str(error).replace("[", "(")
    console.print(marked(f"[bold red]✗[/] {reason}"))
