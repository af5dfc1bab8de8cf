"""Notices by e-mail: only to an address that is one's own, and with a way to stop them in each."""

import asyncio
import re
from collections.abc import Iterator
from http.client import HTTPConnection
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from quartett.core.errors import FormatError
from quartett.server.notices import mail as mails
from quartett.server.notices.addresses import is_address
from quartett.server.notices.channels import Channel
from quartett.server.notices.mail import Mail
from quartett.server.notices.wording import Message
from quartett.server.serving.checks import check_settings
from quartett.server.settings import Settings
from server.learning.surfer import Surfer
from server.live import Live, live_server, run
from server.notices.post_office import PostOffice, post_office, post_office_aside
from server.notices.sent import house
from server.notices.test_outbox import begun
from server.store_databases import fresh_database

SITE = "https://play.example.org/cards"
CHANNEL = Channel("c1", "anna", "mail", "anna@example.org", "en", 1, 1)
MESSAGE = Message("It’s your turn", "Jericho · Ben\nTime left: 23 hours", "/t/abc", "tag", 1)


def settings(port: int, **more: Any) -> dict[str, Any]:
    """How a host names the post office."""
    usual = {"smtp_security": "none", "smtp_from": "cards@example.org", "public_url": SITE}
    return {"smtp_host": "127.0.0.1", "smtp_port": port, **usual, **more}


@pytest.fixture
def office() -> Iterator[PostOffice]:
    """A post office that runs beside the test."""
    with post_office_aside() as found:
        yield found


@pytest.fixture(params=["sqlite", "postgresql"])
def mailing(request: pytest.FixtureRequest, office: PostOffice, tmp_path: Path) -> Iterator[Live]:
    """A server that sends mails, over each engine."""
    database = fresh_database(request.param, tmp_path)
    with live_server(tmp_path, database=database, **settings(office.port)) as live:
        yield live


def code_in(office: PostOffice, address: str) -> str:
    """The code that was sent to an address last."""
    found = re.search(r"\b\d{8}\b", office.to(address)[-1].get_content())
    assert found
    return found[0]


def confirmed(live: Live, office: PostOffice, address: str = "anna@example.org") -> Surfer:
    """A guest who gets mails."""
    guest = Surfer(live)
    guest.post("/api/me/notices/mail", address=address)
    guest.post("/api/me/notices/mail/confirm", code=code_in(office, address))
    assert guest.status == 200
    return guest


def test_a_mail_says_where_and_how_long_and_how_to_stop_it() -> None:
    async def scenario() -> None:
        async with post_office() as office:
            answer = await Mail(Settings(**settings(office.port))).send(CHANNEL, MESSAGE)
            assert answer.outcome == "sent"
            (mail,) = office.mails
            assert mail["Subject"] == "It’s your turn · Jericho · Ben"
            assert mail["From"] == "cards@example.org"
            assert mail["List-Unsubscribe"] == f"<{SITE}/api/notices/stop/c1>"
            assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
            text = mail.get_content()
            for part in ("Time left: 23 hours", f"{SITE}/t/abc", f"{SITE}/stop#c1"):
                assert part in text

    run(scenario())


def test_a_mail_that_is_sent_twice_can_be_told_to_be_the_same() -> None:
    async def scenario() -> None:
        async with post_office() as office:
            sender = Mail(Settings(**settings(office.port)))
            for _ in range(2):
                await sender.send(CHANNEL, MESSAGE)
            first, second = office.mails
            assert first["Message-ID"] == second["Message-ID"]

    run(scenario())


@pytest.mark.parametrize(
    ("said", "outcome"), [("550 no such user", "refused"), ("451 later", "later")]
)
def test_what_the_server_says_decides_whether_it_is_tried_again(said: str, outcome: str) -> None:
    async def scenario() -> None:
        async with post_office() as office:
            office.answer = said
            answer = await Mail(Settings(**settings(office.port))).send(CHANNEL, MESSAGE)
            assert (answer.outcome, answer.why) == (outcome, f"mail: {said[:3]}")

    run(scenario())


def test_a_server_that_says_nothing_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    async def scenario() -> None:
        async with post_office() as office:
            office.answer = "silence"
            monkeypatch.setattr(mails, "TIMEOUT_SECONDS", 0.3)
            sender = Mail(Settings(**settings(office.port)))
            assert (await sender.send(CHANNEL, MESSAGE)).outcome == "later"
        closed = Mail(Settings(**settings(1)))
        assert (await closed.send(CHANNEL, MESSAGE)).outcome == "later"

    run(scenario())


def test_who_is_on_turn_gets_a_mail_in_their_language(url: str, tmp_path: Path) -> None:
    async def scenario() -> None:
        async with post_office() as office, house(url, tmp_path, "anna", "ben") as home:
            home.sending._senders = {"mail": Mail(Settings(**settings(office.port)))}
            german = "UPDATE channels SET language = 'de'"
            await home.tables.services.store.change((german, ()))
            _, first, second = await begun(home)
            await home.later(60)
            (mail,) = office.mails
            assert mail["To"] == f"{first}@example.org"
            assert mail["Subject"] == f"Du bist dran · Souvenirs · {second}"
            assert "Restzeit: 23 Stunden" in mail.get_content()

    run(scenario())


def test_an_address_is_used_once_its_owner_has_typed_the_code(
    mailing: Live, office: PostOffice
) -> None:
    guest = Surfer(mailing)
    told = guest.post("/api/me/notices/mail", address="anna@example.org", language="fr")
    (channel,) = told["channels"]
    assert (told["mail"], channel["confirmed"]) == (True, False)
    assert office.mails[0]["Subject"] == "Confirme ton adresse e-mail"
    told = guest.post("/api/me/notices/mail/confirm", code=code_in(office, "anna@example.org"))
    assert told["channels"][0]["confirmed"]
    assert guest.get("/api/me/notices")["channels"] == told["channels"]


def test_a_code_cannot_be_guessed_nor_used_by_others_nor_again(
    mailing: Live, office: PostOffice
) -> None:
    guest, other = Surfer(mailing), Surfer(mailing)
    guest.post("/api/me/notices/mail", address="anna@example.org")
    right = code_in(office, "anna@example.org")
    wrong = f"{(int(right) + 1) % 10**8:08d}"
    assert other.post("/api/me/notices/mail/confirm", code=right)["reason"] == "server.bad_code"
    for _ in range(5):
        guest.post("/api/me/notices/mail/confirm", code=wrong)
        assert guest.status == 403
    guest.post("/api/me/notices/mail/confirm", code=right)
    assert guest.status == 403  # too many wrong ones
    guest.post("/api/me/notices/mail", address="anna@example.org")
    again = code_in(office, "anna@example.org")
    guest.post("/api/me/notices/mail/confirm", code=again)
    assert guest.status == 200
    guest.post("/api/me/notices/mail/confirm", code=again)
    assert guest.status == 403


def test_nobody_can_have_an_address_flooded_with_codes(mailing: Live, office: PostOffice) -> None:
    for _ in range(8):
        Surfer(mailing).post("/api/me/notices/mail", address="Victim@example.org")
    assert len(office.to("Victim@example.org")) == 3


def test_a_new_address_takes_the_place_of_the_old_one_once_it_is_confirmed(
    mailing: Live, office: PostOffice
) -> None:
    guest = confirmed(mailing, office)
    told = guest.post("/api/me/notices/mail", address="new@example.org")
    assert [each["confirmed"] for each in told["channels"]] == [True, False]
    code = code_in(office, "new@example.org")
    told = guest.post("/api/me/notices/mail/confirm", code=code)
    assert [each["label"] for each in told["channels"]] == ["new@example.org"]


def test_one_click_stops_the_mails_without_a_cookie(mailing: Live, office: PostOffice) -> None:
    guest = confirmed(mailing, office)
    (channel,) = guest.get("/api/me/notices")["channels"]
    for id in (channel["id"], channel["id"], "unknown"):  # the same answer to everybody
        connection = HTTPConnection(urlsplit(mailing.url).netloc)
        form = {"content-type": "application/x-www-form-urlencoded"}
        path = f"/api/notices/stop/{id}"
        connection.request("POST", path, "List-Unsubscribe=One-Click", form)
        answer = connection.getresponse()
        assert (answer.status, answer.read()) == (200, b'{"stopped":true}')
        connection.close()
    assert guest.get("/api/me/notices")["channels"] == []


def test_looking_at_the_link_alone_stops_nothing(mailing: Live, office: PostOffice) -> None:
    guest = confirmed(mailing, office)
    (channel,) = guest.get("/api/me/notices")["channels"]
    Surfer(mailing).get(f"/api/notices/stop/{channel['id']}")  # as programs do that check mails
    assert guest.get("/api/me/notices")["channels"]


def test_only_ones_own_channels_can_be_removed(mailing: Live, office: PostOffice) -> None:
    guest = confirmed(mailing, office)
    (channel,) = guest.get("/api/me/notices")["channels"]
    Surfer(mailing).post("/api/me/notices/remove", id=channel["id"])
    assert guest.get("/api/me/notices")["channels"] == [channel]
    assert guest.post("/api/me/notices/remove", id=channel["id"])["channels"] == []


def test_what_a_guest_set_up_stays_with_the_person(mailing: Live, office: PostOffice) -> None:
    guest = confirmed(mailing, office)
    guest.post("/api/me/notices/quiet", quiet={"zone": "Europe/Paris", "begins": 60, "ends": 480})
    codes = guest.post("/api/me/keep", name="Anna")["codes"]
    phone = confirmed(mailing, office, "phone@example.org")
    phone.post("/api/me/recover", code=codes[0])
    for device in (guest, phone):
        told = device.get("/api/me/notices")
        assert [each["label"] for each in told["channels"]] == ["anna@example.org"]
        assert told["quiet"]["zone"] == "Europe/Paris"


def test_what_is_kept_can_be_exported_and_is_erased(mailing: Live, office: PostOffice) -> None:
    guest = confirmed(mailing, office)
    guest.post("/api/me/notices/quiet", quiet={"zone": "UTC", "begins": 60, "ends": 480})
    guest.post("/api/me/keep", name="Anna")
    exported = guest.get("/api/me/export")["notices"]
    assert exported["channels"][0]["address"] == "anna@example.org"
    assert exported["quiet"] == {"zone": "UTC", "begins": 60, "ends": 480}
    guest.post("/api/me/erase", name="Anna")
    assert guest.status == 200

    async def left() -> list[Any]:
        store = mailing.tables.services.store
        return [
            row
            for name in ("channels", "quiet_hours", "notices")
            for row in await store.rows(f"SELECT * FROM {name}")
        ]

    loop = mailing.tables._sweeper.get_loop()
    assert asyncio.run_coroutine_threadsafe(left(), loop).result() == []


@pytest.mark.parametrize(
    "quiet",
    [
        {"zone": "Nowhere/Else", "begins": 1, "ends": 2},
        {"zone": "../../etc/passwd", "begins": 1, "ends": 2},
        {"zone": "UTC", "begins": 5, "ends": 5},
        {"zone": "UTC", "begins": 5, "ends": 1440},
        {"zone": "UTC", "begins": -1, "ends": 5},
    ],
)
def test_quiet_hours_that_are_none_are_refused(live: Live, quiet: dict[str, Any]) -> None:
    guest = Surfer(live)
    guest.post("/api/me/notices/quiet", quiet=quiet)
    assert 400 <= guest.status < 500


def test_a_server_without_smtp_sends_none_and_says_so(live: Live) -> None:
    guest = Surfer(live)
    assert guest.get("/api/me/notices")["mail"] is False
    told = guest.post("/api/me/notices/mail", address="anna@example.org")
    assert (guest.status, told["reason"]) == (409, "server.no_mail")


@pytest.mark.parametrize(
    "text",
    ["anna", "a@b", "a b@example.org", "a@example.org\r\nBcc: all@example.org", "<a@example.org>"],
)
def test_what_is_no_address_is_refused(text: str) -> None:
    assert not is_address(text)
    assert is_address("anna.b+cards@mail.example.org")


@pytest.mark.parametrize(
    "missing", ["public_url", "smtp_from"], ids=["no address of the server", "no sender"]
)
def test_mail_settings_that_cannot_work_are_refused_at_the_start(missing: str) -> None:
    check_settings(Settings(**settings(25)))
    with pytest.raises(FormatError):
        check_settings(Settings(**settings(25, **{missing: None})))
