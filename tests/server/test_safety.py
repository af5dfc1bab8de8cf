"""Whatever is sent, the table lives on and the answer is plain."""

import json
from http.client import HTTPConnection
from typing import Any
from urllib.parse import urlsplit

import pytest
from starlette.datastructures import Headers
from websockets.exceptions import ConnectionClosed, InvalidStatus

from quartett.client import Refused, Seat
from quartett.server.security import from_our_page
from server.live import Live, live_server, run, sit_down
from server.raw import open_raw
from server.refusing import refuses

NONSENSE: list[Any] = [
    "",
    "nonsense",
    "{}",
    "[]",
    "null",
    "17",
    '{"type": "act"}',
    '{"type": "act", "id": "x"}',
    '{"type": "act", "id": "", "action": {}}',
    '{"type": "act", "id": "x", "action": null}',
    '{"type": "act", "id": "x", "action": {"type": "fly"}}',
    '{"type": "act", "id": "x", "action": {"type": "wall", "card": 7}}',
    '{"type": "act", "id": "x", "action": {"type": "wall", "card": "gold-9"}}',
    '{"type": "act", "id": "x", "action": {"type": "first", "card": "red-1", "seat": 2}}',
    '{"type": "act", "id": "x", "action": ' + "[" * 500 + "]" * 500 + "}",
    '{"type": "catch_up", "version": -1}',
    '{"type": "catch_up", "version": 99999999999999999999}',
    '{"type": "focus", "seat": 2}',
    '{"type": "undo", "id": "x"}',
    '{"type": "say"}',
    '{"type": "say", "phrase": "no such phrase"}',
    '{"type": "say", "text": "not allowed at this table"}',
    '{"type": "hello"}',
    '{"type": "contribute", "text": "too late"}',
    '{"type": "snapshot"}',
    "\x00\ud7ff",
    '{"type": "say", "text": "' + "x" * 20_000 + '"}',
]


def test_nonsense_is_refused_and_the_match_goes_on(live: Live) -> None:
    async def play() -> None:
        seats = await sit_down(live.url, "jericho", ["Anna", "Ben", "Cleo"], chat="phrases")
        await seats[0].post("start")
        raw = await open_raw(seats[0])
        shown = await raw.next("snapshot")
        for nonsense in NONSENSE:
            await raw.send(nonsense)
            refused = await raw.next("refused", "snapshot", "ack")
            assert refused["type"] == "refused", nonsense
            assert refused["text"]
        await raw.socket.send(b"\xff\xfe")
        assert (await raw.next("refused"))["reason"] == "server.malformed"
        await raw.send({"type": "act", "id": "fine", "action": shown["legal"][0]})
        assert (await raw.next("ack"))["version"] == 2
        await raw.socket.close()

    run(play())


def test_an_enormous_message_ends_the_connection_but_not_the_table(live: Live) -> None:
    async def play() -> None:
        seats = await sit_down(live.url, "jericho", ["Anna", "Ben", "Cleo"])
        await seats[0].post("start")
        raw = await open_raw(seats[0])
        await raw.next("snapshot")
        await raw.send("x" * 1_000_000)
        with pytest.raises(ConnectionClosed):
            await raw.next("no more")
        await raw.socket.close()
        async with seats[0]:
            await seats[0].act(seats[0].legal[0])

    run(play())


def test_one_acts_only_for_oneself(live: Live) -> None:
    async def play() -> None:
        seats = await sit_down(live.url, "jericho", ["Anna", "Ben", "Cleo"])
        await seats[0].post("start")
        watcher = await Seat.join(seats[0].url, "Wanda")
        async with seats[0], watcher:
            assert watcher.now["seat"] is None
            with refuses("not_seated"):
                await watcher.act(seats[0].legal[0])
        hello = {"type": "hello", "token": seats[1].token, "seat": 0}
        raw = await open_raw(seats[1], hello)
        assert (await raw.next("bye"))["reason"] == "server.not_seated"
        await raw.socket.close()
        with refuses("only_host"):
            await seats[1].post("seats", seat=0, kind="open")

    run(play())


def test_too_many_messages_are_refused_not_lost_in_silence(tmp_path: Any) -> None:
    async def play(url: str) -> None:
        host = await Seat.create(url, "jericho", "Anna")
        raw = await open_raw(host)
        await raw.next("snapshot")
        for n in range(60):
            await raw.send({"type": "ping", "n": n})
        kinds = [(await raw.next("pong", "refused"))["type"] for _ in range(60)]
        assert kinds.count("refused") > 10
        assert kinds.count("pong") > 10
        await raw.socket.close()

    with live_server(tmp_path, message_rate=10.0) as live:
        run(play(live.url))


def test_pages_of_another_site_can_do_nothing(live: Live) -> None:
    host = run(Seat.create(live.url, "jericho", "Anna"))
    wish = {"game": "jericho", "you": "Eve"}
    status, _, body = _request(live, "POST", "/api/tables", wish, "https://evil.example")
    assert (status, body["reason"]) == (403, "server.foreign_page")
    with pytest.raises(InvalidStatus):
        run(open_raw(host, origin="https://evil.example"))
    own = urlsplit(live.url).netloc
    status, _, _ = _request(live, "POST", "/api/tables", wish, f"http://{own}")
    assert status == 201


def test_every_answer_carries_the_protective_headers(live: Live) -> None:
    for path in ("/", "/api/games", "/api/tables/nothing", "/nowhere"):
        _, headers, _ = _request(live, "GET", path)
        assert "default-src 'none'" in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"


def test_what_people_say_stays_text(live: Live) -> None:
    async def play() -> None:
        host = await Seat.create(live.url, "jericho", "<b>Anna</b>\u202e", chat="free")
        assert host.you["name"] == "<b>Anna</b>"
        raw = await open_raw(host)
        await raw.next("snapshot")
        await raw.send({"type": "say", "text": "<script>alert(1)</script>\x07\n  hi"})
        said = await raw.next("said")
        assert said["text"] == "<script>alert(1)</script> hi"
        assert said["name"] == "<b>Anna</b>"
        await raw.socket.close()
        again = await open_raw(host)
        assert (await again.next("snapshot"))["chat"] == [said]
        await again.socket.close()

    run(play())


def test_refusals_are_said_in_the_guests_language(live: Live) -> None:
    async def play() -> None:
        seats = await sit_down(live.url, "jericho", ["Anna", "Ben", "Cleo"])
        await seats[0].post("start")
        hello = {"type": "hello", "token": seats[0].token, "language": "de"}
        raw = await open_raw(seats[0], hello)
        await raw.next("snapshot")
        await raw.send({"type": "act", "id": "x", "action": {"type": "wall", "card": "red-1"}})
        refused = await raw.next("refused")
        assert refused["rule"] == "JE-04"
        assert refused["text"].startswith("Zuerst")
        await raw.socket.close()

    run(play())


def test_bad_requests_get_a_plain_answer(live: Live) -> None:
    tries: list[tuple[str, str, Any, int]] = [
        ("POST", "/api/tables", {}, 422),
        ("POST", "/api/tables", {"game": "chess", "you": "Anna"}, 422),
        ("POST", "/api/tables", {"game": "jericho", "you": " "}, 422),
        ("POST", "/api/tables", {"game": "jericho", "you": "A", "options": {"starter": 9}}, 422),
        ("POST", "/api/tables", {"game": "jericho", "you": "A", "seats": [{}] * 6}, 422),
        ("POST", "/api/tables", {"game": "jericho", "you": "A" * 40_000}, 413),
        ("GET", "/api/tables/none", None, 404),
        ("POST", "/api/tables/none/join", {"name": "Anna"}, 404),
        ("GET", "/api/games/chess/rules/en", None, 404),
        ("GET", "/api/games/jericho/rules/tlh", None, 404),
        ("GET", "/api/nothing", None, 404),
        ("DELETE", "/api/tables", None, 405),
    ]
    for method, path, body, wanted in tries:
        status, _, problem = _request(live, method, path, body)
        assert status == wanted, (path, problem)
        assert problem["text"]
        assert problem["reason"]


def test_a_body_that_does_not_say_that_it_is_json_is_refused(live: Live) -> None:
    wish = {"game": "jericho", "you": "Anna"}
    status, _, problem = _request(live, "POST", "/api/tables", wish, kind="text/plain")
    assert status == 415
    assert "application/json" in problem["text"]


def test_an_address_that_does_not_take_a_method_names_those_it_takes(live: Live) -> None:
    for method, path, allowed in [
        ("PUT", "/api/tables", "GET, HEAD, POST"),
        ("DELETE", "/api/games", "GET, HEAD"),
        ("GET", "/api/replays", "POST"),
        ("OPTIONS", "/api/tables/any/join", "POST"),
    ]:
        status, headers, problem = _request(live, method, path)
        assert (status, headers["allow"]) == (405, allowed), path
        assert problem["reason"] == "server.not_so"
    status, _, body = _request(live, "HEAD", "/healthz")
    assert (status, body) == (200, b"")


def test_what_a_socket_cannot_read_is_said_in_plain_words(live: Live) -> None:
    async def play() -> None:
        host = await Seat.create(live.url, "jericho", "Anna")
        for said, plain in [
            ({"type": "hello", "language": "xx"}, "`language`: Invalid enum value 'xx'"),
            ({"type": "hello", "seat": "a"}, "`seat`: Expected `int | null`, got `str`"),
            ("nonsense", "not JSON"),
            ("[" * 5000, "nested too deeply"),
        ]:
            raw = await open_raw(host, said)
            refused = await raw.next("refused")
            assert refused["reason"] == "server.malformed"
            assert plain in refused["text"]
            assert "$" not in refused["text"]
            await raw.socket.close()

    run(play())


def test_a_match_needs_the_games_number_of_players(live: Live) -> None:
    async def play() -> None:
        host = await Seat.create(live.url, "jericho", "Anna", seats=[{}, {}, {}])
        with pytest.raises(Refused, match="3 to 5 players"):
            await host.post("start")
        await host.post("seats", seat=1, kind="bot")
        await host.post("seats", seat=2, kind="bot")
        await host.post("seats", seat=3, kind="open")
        looked = await host.post("start")
        assert [seat["kind"] for seat in looked["table"]["seats"]] == ["person", "bot", "bot"]

    run(play())


def test_the_lobby_shows_public_tables_and_each_browser_its_own(live: Live) -> None:
    body = {"game": "jericho", "you": "Anna", "public": True, "name": "Friday"}
    _, headers, joined = _request(live, "POST", "/api/tables", body)
    cookie = headers["set-cookie"].split(";")[0]
    assert "HttpOnly" in headers["set-cookie"]
    id = joined["table"]["id"]
    _, _, private = _request(live, "POST", "/api/tables", {"game": "jericho", "you": "Anna"})
    _, _, lobby = _request(live, "GET", "/api/tables")
    shown = [table["id"] for table in lobby["tables"]]
    assert id in shown
    assert private["table"]["id"] not in shown
    _, _, mine = _request(live, "GET", "/api/me/tables", cookie=cookie)
    assert [table["id"] for table in mine["tables"]] == [id]
    _, _, looked = _request(live, "GET", f"/api/tables/{id}", cookie=cookie)
    assert looked["you"]["seats"] == [0]
    _, _, looked = _request(live, "GET", f"/api/tables/{id}")
    assert looked["you"] == {"name": None, "seats": [], "host": False, "path": None}
    connection = HTTPConnection(urlsplit(live.url).netloc)
    connection.request("GET", f"/api/tables/{id}/qr.svg")
    assert connection.getresponse().read().startswith(b"<svg")
    connection.close()


def _request(
    live: Live,
    method: str,
    path: str,
    body: Any = None,
    origin: str | None = None,
    cookie: str | None = None,
    kind: str = "application/json",
) -> tuple[int, dict[str, str], Any]:
    headers = {"content-type": kind}
    headers |= {"origin": origin} if origin else {}
    headers |= {"cookie": cookie} if cookie else {}
    connection = HTTPConnection(urlsplit(live.url).netloc)
    connection.request(method, path, json.dumps(body) if body is not None else None, headers)
    answer = connection.getresponse()
    text = answer.read()
    found = {name.lower(): value for name, value in answer.getheaders()}
    connection.close()
    is_json = text and found.get("content-type", "").startswith("application/json")
    return answer.status, found, json.loads(text) if is_json else text


def test_a_strangers_domain_that_points_here_is_still_a_stranger() -> None:
    def asked(host: str, origin: str, *allowed: str) -> bool:
        return from_our_page(Headers({"host": host, "origin": origin}), allowed)

    assert asked("127.0.0.1:8000", "http://127.0.0.1:8000")
    assert asked("[::1]:8000", "http://[::1]:8000")
    assert asked("192.168.1.7:8000", "http://192.168.1.7:8000")
    assert asked("localhost:8000", "http://localhost:8000")
    assert asked("kitchen.local", "http://kitchen.local")
    assert not asked("evil.example:8000", "http://evil.example:8000")
    assert not asked("127.0.0.1:8000", "http://evil.example:8000")
    assert not asked("127.0.0.1:8000", "http://[::1")  # no address at all
    assert not asked("127.0.0.1:8000", "null")
    assert asked("play.example.org", "https://play.example.org", "https://play.example.org")
