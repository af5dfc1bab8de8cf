"""What the server tells about its games."""

from collections.abc import Mapping

import msgspec

from quartett import bots, games
from quartett.core.forms import Json
from quartett.core.game import AnyGame
from quartett.core.texts import LANGUAGES, catalogue, handbook, room_texts
from quartett.protocol.bodies import CharacterInfo, GameInfo, Games, Step
from quartett.server.bots.policy import BotPolicy
from quartett.server.refusals import Refusal, server_texts


def all_games(bots_: BotPolicy) -> Games:
    """Every game that can be played here."""
    return Games(games=[_info(games.get(name), bots_) for name in games.names()])


def rules(game: str, language: str) -> str:
    """A game's rules as a player reads them."""
    _known(game, language)
    return handbook(game, language)


def texts(game: str, language: str) -> Mapping[str, str]:
    """A game's texts by key; `core` has those that all games share."""
    if game != "core":
        _known(game, language)
    return catalogue(game, _language(language))


def own_texts(language: str) -> Mapping[str, str]:
    """The server's own texts by key."""
    return server_texts(_language(language))


def _info(game: AnyGame, bots_: BotPolicy) -> GameInfo:
    return GameInfo(
        id=game.id,
        name={language: catalogue(game.id, language)["name"] for language in LANGUAGES},
        players=list(game.players),
        timed=game.timed,
        levels=bots_.levels(game),
        steps=[
            Step(level=level, name=bots.name_of(game.id, level) or "")
            for level in bots.levels_of(game.id)
        ],
        characters=[_character(game, each) for each in bots.characters(game.id).values()],
        options=_schema(game.options_type),
    )


def _character(game: AnyGame, character: bots.Character) -> CharacterInfo:
    texts = {language: room_texts("bots", language, game.id) for language in LANGUAGES}
    level = character.level
    return CharacterInfo(
        level=level,
        step=character.step,
        name=character.name,
        title={language: texts[language][level] for language in LANGUAGES},
        about={language: texts[language][f"{level}.about"] for language in LANGUAGES},
    )


def _schema(kind: type) -> Json:
    (_,), components = msgspec.json.schema_components([kind])
    schema: Json = components[kind.__name__]
    return schema


def _known(game: str, language: str) -> None:
    if game not in games.names():
        raise Refusal("no_such_game", 404, game=game)
    _language(language)


def _language(language: str) -> str:
    if language not in LANGUAGES:
        raise Refusal("no_such_language", 404, language=language)
    return language
