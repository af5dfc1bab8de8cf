"""Pages between the moves: help, rules, the log, the end of a match, the choice of a game."""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Literal

from rich.console import Console, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from quartett.bots import Hint
from quartett.core.outcome import Outcome
from quartett.core.texts import Words, handbook, say
from quartett.games import get, names
from quartett.terminal.ask import LeftError, ask, recognised
from quartett.terminal.face import AnyFace, AnySight
from quartett.terminal.paint import keyed, marked
from quartett.terminal.voice import Voice, texts

LAST_LINES = 20
SUMMARY = 2
"""Where a handbook says its rules at a glance: after the title and the aim."""
NARROW = 100
"""No text runs wider than this, however wide the terminal is."""

RULE = re.compile(r"[A-Za-z]{2}-\d\d")
"""A rule's number, as errors give it."""

Reading = Literal["keys", "lines"]
"""How a game listens."""


def show_help(console: Console, voice: Voice, by: Reading = "lines") -> None:
    """The commands (or keys, where single keys are read), and the rules at a glance."""
    shared = "help_keys" if by == "keys" else "help"
    keys = [f"{voice.game}.help", f"{voice.game}.help_{by}", shared]
    _page(console, *(marked(keyed(voice.say(key))) for key in keys if voice.knows(key)))
    try:
        sections = readable(voice.game, voice.language).split("\n## ")
    except FileNotFoundError:
        return
    _page(console, _markdown(f"## {sections[SUMMARY]}" if len(sections) > SUMMARY else sections[0]))


def show_rules(console: Console, voice: Voice, rule: str = "") -> None:
    """The handbook, whole or what it says about a rule, a screen at a time if a person reads."""
    try:
        page = _markdown(
            told(voice.game, rule, voice.language) or readable(voice.game, voice.language)
        )
    except FileNotFoundError:
        _page(console, Text(voice.say("no_rules")))
        return
    options = console.options.update(width=min(console.width - 2, NARROW), height=None)
    lines = console.render_lines(page, options)
    step = max(5, console.height - 3) if console.is_interactive else len(lines)
    for first in range(0, len(lines), step):
        for line in lines[first : first + step]:
            console.print(Text.assemble(*((part.text, part.style or "") for part in line)))
        if first + step < len(lines) and not _goes_on(console, voice):
            return


def _markdown(text: str) -> RenderableType:
    # It takes longer to import than all the rest together, and few ever ask for it.
    from rich.markdown import Markdown

    return Markdown(text)


def _goes_on(console: Console, voice: Voice) -> bool:
    console.print(keyed(voice.say("more")))
    return not ask()


def show_log(console: Console, voice: Voice, log: Sequence[str]) -> None:
    """The last of what happened."""
    lines = [marked(line) for line in log[-LAST_LINES:]]
    _page(console, *(lines or [Text(voice.say("log_empty"))]))


def show_hint(console: Console, face: AnyFace, hint: Hint | None, sight: AnySight) -> None:
    """What a bot would do, as the person would type it, and why."""
    if hint is None:
        _page(console, Text(face.voice.say("no_hint")))
        return
    typed = Text("  ›  ").join(Text(each, "bold") for each in face.entries(hint.action, sight))
    reason = say(hint.reason, hint.about, face.voice.language)
    words = map(marked, face.spelled_out(hint.action, sight))
    _page(console, Text.assemble(typed, (": ", "bold"), reason), *words)


def show_end(console: Console, face: AnyFace, outcome: Outcome, seed: int | str) -> None:
    """The final scores, who won and why."""
    voice = face.voice
    console.print()
    console.rule(f"[bold]{voice.say('over')}[/]")
    table = Table(box=None, padding=(0, 2), show_header=False)
    ranking = sorted(range(len(outcome.scores)), key=lambda seat: -outcome.scores[seat])
    for seat in ranking:
        crown = "★" if seat in outcome.winners else ""
        table.add_row(crown, marked(face.player(seat)), f"[bold]{outcome.scores[seat]}[/]")
    console.print(Padding(table, (1, 2)))
    reason = voice.plain("outcome", outcome.reason)
    console.print(f"  {_winner(voice, outcome)} ({reason})")
    console.print(f"  [dim]{voice.say('seed', seed=seed)}[/]")
    console.print()


def _winner(voice: Voice, outcome: Outcome) -> str:
    if len(outcome.winners) > 1:
        return voice.say("shared", winners=outcome.winners)
    return voice.say("won" if outcome.winners == (0,) else "lost", winner=outcome.winners[0])


def choose_game(console: Console, language: str) -> str:
    """The small menu of all games."""
    console.rule("[bold]Quartett[/]")
    console.print(Padding(_menu(language), (1, 2)))
    console.print(keyed(texts(language)["choose_game"]))
    words = {game: (str(at), game, _title(game, language)) for at, game in enumerate(names(), 1)}
    while (chosen := _game_or_leave(language, words)) is None:
        console.print(keyed(texts(language)["choose_game"]))
    return chosen


def _menu(language: str) -> Table:
    table = Table.grid(padding=(0, 2))
    for at, game in enumerate(names(), 1):
        fewest, most = get(game).players[0], get(game).players[-1]
        about = texts(language, game).get("about", "")
        count = f"[dim]{fewest}–{most}[/]"
        table.add_row(f"[bold]{at}[/]", _title(game, language), count, about)
    return table


def _game_or_leave(language: str, words: Mapping[str, tuple[str, ...]]) -> str | None:
    entry = ask()
    if entry.casefold() in texts(language)["word.quit"].split() + texts("en")["word.quit"].split():
        raise LeftError
    return recognised(entry, words)


def _title(game: str, language: str) -> str:
    return say(f"{game}.name", None, language)


def _page(console: Console, *parts: RenderableType) -> None:
    console.print()
    for part in parts:
        console.print(Padding(part, (0, 2)), width=min(console.width, NARROW))
    console.print()


_BLOCK = re.compile(r"^```cards\n(.*?)^```$", re.MULTILINE | re.DOTALL)
MARKS = ("+", "-", ">")
"""What becomes of the cards after it in an example: they come, go, or follow."""
Draw = Callable[[str, Words], str]
"""How one line of an example is shown: a label and its cards."""


def readable(game: str, language: str) -> str:
    """The handbook of a game, the cards of its examples named as the language calls them."""
    return illustrated(game, language, _named, "```cards\n", "```")


def told(game: str, rule: str, language: str) -> str:
    """The lines of a handbook that carry a rule's number, under their headings; or nothing."""
    lines, heading = [""], ""
    for line in readable(game, language).splitlines():
        if line.startswith("#"):
            heading = line
        elif f"[{rule}]" in line:
            lines += [heading, "", line, ""] if heading else [line, ""]
            heading = ""
    return "\n".join(lines[1:])


def illustrated(game: str, language: str, draw: Draw, opening: str, closing: str) -> str:
    """The handbook of a game, each line of its examples drawn, between an opening and a closing."""
    words = Words(game, language)

    def example(block: re.Match[str]) -> str:
        lines = "".join(f"{draw(line, words)}\n" for line in block[1].splitlines())
        return f"{opening}{lines}{closing}"

    return _BLOCK.sub(example, handbook(game, language))


def _named(line: str, words: Words) -> str:
    """A label and its cards; a mark stands for all cards after it, so it takes a comma's place."""
    label, _, cards = line.partition(": ")
    said, between = f"{label}: ", ""
    for word in cards.split():
        if word in MARKS:
            between = f" {word} " if between else f"{word} "
        else:
            said += between + words.name("card", word)
            between = ", "
    return said
