"""Notices by Web Push: only the browser can read them, and only push services are asked."""

import asyncio
import json
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest
from cryptography.hazmat.primitives.asymmetric import ec

from quartett.server.notices import channels, outgoing
from quartett.server.notices.channels import Channel
from quartett.server.notices.encryption import BrowserKeys, decoded, encoded, encrypted
from quartett.server.notices.outgoing import (
    BadAddressError,
    is_public,
    post,
    resolved,
    target_of,
)
from quartett.server.notices.push import Push
from quartett.server.notices.signing import LASTS_SECONDS, Signer
from server.learning.surfer import Surfer
from server.live import Live, live_server, run
from server.notices.push_service import (
    Browser,
    PushService,
    claims,
    push_service,
    push_service_aside,
)
from server.notices.sent import House, house
from server.notices.test_outbox import begun
from server.store_databases import fresh_database

# RFC 8291, section 5 and appendix A.
TEXT = b"When I grow up, I want to be a watermelon"
SENDER = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"
RECEIVER = "q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"
SALT, AUTH = "DGv6ra1nlYgDCS1FRnbzlw", "BTBZMqHH6r4Tts7J_aSIgg"
BODY = (
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS"
    "6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qu"
    "lcy4a-fN"
)


def test_the_example_of_the_standard_comes_out_to_the_byte() -> None:
    browser = Browser(int.from_bytes(decoded(RECEIVER)), decoded(AUTH))
    keys = BrowserKeys(encoded(browser.point), AUTH)
    own = ec.derive_private_key(int.from_bytes(decoded(SENDER)), ec.SECP256R1())
    assert encoded(encrypted(TEXT, keys, own, decoded(SALT))) == BODY
    assert browser.decrypt(decoded(BODY)) == TEXT


def test_no_two_messages_look_alike() -> None:
    browser = Browser()
    keys = BrowserKeys(encoded(browser.point), encoded(browser.auth))
    first, second = encrypted(TEXT, keys), encrypted(TEXT, keys)
    assert first[:16] != second[:16]
    assert first[21:86] != second[21:86]
    assert browser.decrypt(first) == browser.decrypt(second) == TEXT


def test_a_sender_signs_for_one_service_and_a_limited_time() -> None:
    signer = Signer("ab" * 32, "mailto:cards@example.org")
    header = signer.authorization("https://push.example", 1_000_000)
    told = claims(header)
    assert told == {
        "aud": "https://push.example",
        "exp": 1_000_000 + LASTS_SECONDS,
        "sub": "mailto:cards@example.org",
        "key": signer.public,
    }
    assert signer.authorization("https://push.example", 1_000_060) == header
    later = claims(signer.authorization("https://push.example", 1_000_000 + LASTS_SECONDS - 60))
    assert later["exp"] > told["exp"]
    assert (
        claims(signer.authorization("https://other.example", 1))["aud"] == "https://other.example"
    )


@asynccontextmanager
async def pushing(
    url: str, folder: Path
) -> AsyncIterator[tuple[House, PushService, Browser, str, Any]]:
    """A table over days whose player on turn has a browser at a local service."""
    async with push_service() as service, house(url, folder) as home:
        settings = home.tables.services.settings
        home.tables.services.settings = msgspec.structs.replace(settings, push_services="any")
        push = Push(home.tables.services)
        home.sending._senders = {"push": push}
        actor, first, _ = await begun(home)
        browser = Browser()
        keys = BrowserKeys(encoded(browser.point), encoded(browser.auth), push.key)
        text, now = msgspec.json.encode(keys).decode(), home.time.wall_ms()
        to = Channel(
            "p", first, "push", service.endpoint("one"), "en", now, now, keys=text, device="d"
        )
        await home.tables.services.store.change(channels.added(to))
        yield home, service, browser, first, actor


def test_who_is_on_turn_gets_a_push_that_only_their_browser_can_read(
    url: str, tmp_path: Path
) -> None:
    async def scenario() -> None:
        async with pushing(url, tmp_path) as (home, service, browser, first, actor):
            await home.later(60)
            ((path, headers, body),) = service.came
            told = json.loads(browser.decrypt(body))
            assert path == "one"
            assert told["title"] == "It’s your turn"
            assert told["path"] == f"/t/{actor.id}"
            assert first.encode() not in body
            assert b"Souvenirs" not in body
            assert headers["content-encoding"] == "aes128gcm"
            assert 23 * 3600 < int(headers["ttl"]) < 24 * 3600
            assert headers["topic"] == told["tag"]
            said = claims(headers["authorization"])
            assert said["aud"] == f"http://127.0.0.1:{service.port}"

    run(scenario())


def test_the_reminder_takes_the_place_of_the_notice(url: str, tmp_path: Path) -> None:
    async def scenario() -> None:
        async with pushing(url, tmp_path) as (home, service, _, _, _):
            await home.later(60)
            await home.later(18 * 3600)
            topics = [headers["topic"] for _, headers, _ in service.came]
            assert len(topics) == 2
            assert topics[0] == topics[1]

    run(scenario())


@pytest.mark.parametrize("status", ["404 Not Found", "410 Gone"])
def test_a_subscription_that_is_gone_is_removed(url: str, tmp_path: Path, status: str) -> None:
    async def scenario() -> None:
        async with pushing(url, tmp_path) as (home, service, _, first, _):
            service.status = status
            await home.later(60)
            assert await channels.of_person(home.tables.services.store, first) == []

    run(scenario())


@pytest.mark.parametrize("status", ["429 Too Many", "503 Down", "nonsense", "silence"])
def test_a_service_in_trouble_is_asked_again_later(
    url: str, tmp_path: Path, status: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario() -> None:
        monkeypatch.setattr(outgoing, "TIMEOUT_SECONDS", 0.5)
        async with pushing(url, tmp_path) as (home, service, browser, _, _):
            service.status, service.more = status, "Retry-After: 600\r\n"
            await home.later(60)
            service.status = "201 Created"
            tried = len(service.came)
            await home.later(61)
            if status[0] in "45":
                assert len(service.came) == tried  # it has said when
                await home.later(600)
            assert len(service.came) == tried + 1
            assert b"your turn" in browser.decrypt(service.came[-1][2])

    run(scenario())


@pytest.mark.parametrize("status", ["301 Moved", "302 Found", "307 Temporary Redirect"])
def test_nobody_is_led_elsewhere(url: str, tmp_path: Path, status: str) -> None:
    async def scenario() -> None:
        async with pushing(url, tmp_path) as (home, service, _, first, _):
            service.status = status
            service.more = f"Location: {service.endpoint('elsewhere')}\r\n"
            await home.later(60)
            assert [path for path, _, _ in service.came] == ["one"]
            assert await home.rows() == [(first, "failed")]

    run(scenario())


def test_a_dead_service_delays_no_move(url: str, tmp_path: Path) -> None:
    async def scenario() -> None:
        from server.notices.looking import acts

        async with pushing(url, tmp_path) as (home, service, _, _, actor):
            service.status = "silence"
            await home.time.move(60)
            sending = asyncio.create_task(home.sending.drain())
            while not service.came:
                await asyncio.sleep(0.01)
            version = actor.now.play.version
            await acts(actor)
            assert actor.now.play.version > version
            assert not sending.done()
            sending.cancel()
            await asyncio.gather(sending, return_exceptions=True)

    run(scenario())


def test_keys_that_were_changed_end_earlier_subscriptions(url: str, tmp_path: Path) -> None:
    async def scenario() -> None:
        async with pushing(url, tmp_path) as (home, service, _, first, _):
            other = "UPDATE channels SET keys = replace(keys, 'signer\":\"B', 'signer\":\"C')"
            await home.tables.services.store.change((other, ()))
            await home.later(60)
            assert service.came == []
            assert await channels.of_person(home.tables.services.store, first) == []

    run(scenario())


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1",
        "10.1.2.3",
        "172.16.0.1",
        "192.168.1.1",
        "169.254.169.254",
        "100.64.0.1",
        "0.0.0.0",
        "224.0.0.1",
        "::1",
        "::",
        "fe80::1",
        "fe80::1%eth0",
        "fc00::1",
        "ff02::1",
        "::ffff:10.0.0.1",
        "64:ff9b::a00:1",
        "2002:a00:1::",
    ],
)
def test_private_addresses_are_no_push_services(address: str) -> None:
    assert not is_public(address)
    assert is_public("142.250.1.1")
    assert is_public("2a00:1450:4001:80b::200a")


@pytest.mark.parametrize(
    "url",
    [
        "http://push.example/x",
        "https://push.example:8443/x",
        "https://user:secret@push.example/x",
        "ftp://push.example/x",
        "https:///x",
        "https://push.example/x\r\nHost: other",
        "https://push.example/ x",
        "https://push.example:99999/x",
        f"https://push.example/{'x' * 1000}",
        "file:///etc/passwd",
    ],
)
def test_only_plain_https_addresses_are_push_services(url: str) -> None:
    with pytest.raises(BadAddressError):
        target_of(url, anywhere=False)


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1", "[::1]", "2130706433", "0x7f.1"])
def test_a_name_that_leads_to_this_machine_is_refused(host: str) -> None:
    async def scenario() -> None:
        with pytest.raises((BadAddressError, OSError)):
            await resolved(target_of(f"https://{host}/x", anywhere=False), anywhere=False)

    run(scenario())


def test_a_name_of_which_one_address_is_private_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def scenario() -> None:
        async def two(*_: Any, **__: Any) -> list[Any]:
            return [(2, 1, 6, "", ("142.250.1.1", 443)), (2, 1, 6, "", ("10.0.0.1", 443))]

        monkeypatch.setattr(asyncio.get_running_loop(), "getaddrinfo", two)
        with pytest.raises(BadAddressError):
            await resolved(target_of("https://push.example/x", anywhere=False), anywhere=False)

    run(scenario())


def test_the_connection_goes_to_the_address_that_was_checked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def scenario() -> None:
        asked: list[str] = []
        connected: list[str] = []

        async def rebinding(host: str, *_: Any, **__: Any) -> list[Any]:
            asked.append(host)
            address = "142.250.1.1" if len(asked) == 1 else "127.0.0.1"
            return [(2, 1, 6, "", (address, 443))]

        async def connect(host: str, *_: Any, **options: Any) -> Any:
            connected.append(host)
            assert options["server_hostname"] == "push.example"
            raise ConnectionRefusedError

        monkeypatch.setattr(asyncio.get_running_loop(), "getaddrinfo", rebinding)
        monkeypatch.setattr(asyncio, "open_connection", connect)
        with pytest.raises(ConnectionRefusedError):
            await post(target_of("https://push.example/x", False), {}, b"", anywhere=False)
        assert (asked, connected) == (["push.example"], ["142.250.1.1"])

    run(scenario())


@pytest.fixture(params=["sqlite", "postgresql"])
def site(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Live]:
    """A server that pushes to anywhere, over each engine."""
    database = fresh_database(request.param, tmp_path)
    with live_server(tmp_path, database=database, push_services="any") as live:
        yield live


def test_a_browser_subscribes_once_and_belongs_to_one_person(site: Live) -> None:
    with push_service_aside() as service:
        guest, browser = Surfer(site), Browser()
        assert len(decoded(guest.get("/api/me/notices")["push_key"])) == 65
        for name in ("one", "two"):
            wish = browser.subscription(service.endpoint(name))
            told = guest.post("/api/me/notices/push", **wish)
        (channel,) = told["channels"]
        assert (channel["kind"], channel["this"]) == ("push", True)
        other = Surfer(site)
        other.post("/api/me/notices/push", **browser.subscription(service.endpoint("two")))
        assert guest.get("/api/me/notices")["channels"] == []
        (mine,) = other.get("/api/me/notices")["channels"]
        assert other.post("/api/me/notices/remove", id=mine["id"])["channels"] == []


def test_a_new_subscription_of_the_same_browser_keeps_its_language(site: Live) -> None:
    with push_service_aside() as service:
        guest, browser = Surfer(site), Browser()
        wish = browser.subscription(service.endpoint("one"))
        guest.post("/api/me/notices/push", **{**wish, "language": "de"})
        again = browser.subscription(service.endpoint("two"))
        guest.post("/api/me/notices/push", **{**again, "language": None})
        assert told_languages(site) == ["de"]
        stranger = Surfer(site)
        stranger.post("/api/me/notices/push", **{**again, "language": None})
        assert told_languages(site) == ["en"]


def told_languages(site: Live) -> list[str]:
    """The languages of all subscriptions."""
    loop = site.tables._sweeper.get_loop()
    rows = site.tables.services.store.rows("SELECT language FROM channels")
    found = asyncio.run_coroutine_threadsafe(rows, loop).result()
    return [str(language) for (language,) in found]


def test_a_device_that_is_signed_out_gets_no_more_pushes(site: Live) -> None:
    with push_service_aside() as service:
        anna = Surfer(site)
        codes = anna.post("/api/me/keep", name="Anna")["codes"]
        phone = Surfer(site)
        phone.post("/api/me/recover", code=codes[0])
        phone.post("/api/me/notices/push", **Browser().subscription(service.endpoint("phone")))
        assert len(anna.get("/api/me/notices")["channels"]) == 1
        anna.post("/api/me/sign-out")
        assert anna.get("/api/me/notices")["channels"] == []


@pytest.mark.parametrize(
    "change",
    [
        {"p256dh": "AAAA"},
        {"auth": "AAAA"},
        {"p256dh": "!"},
        {"endpoint": "nowhere"},
        {"p256dh": encoded(b"\4" + b"\1" * 64)},
    ],
)
def test_a_subscription_that_cannot_work_is_refused(live: Live, change: dict[str, str]) -> None:
    guest = Surfer(live)
    guest.post("/api/me/notices/push", **{**Browser().subscription("https://x.example"), **change})
    assert guest.status in (400, 422)


def test_push_services_in_ones_own_network_are_refused(live: Live) -> None:
    guest = Surfer(live)
    for host in ("127.0.0.1", "localhost", "192.168.0.1", "169.254.169.254"):
        told = guest.post("/api/me/notices/push", **Browser().subscription(f"https://{host}/x"))
        assert (guest.status, told["reason"]) == (422, "server.bad_push")
