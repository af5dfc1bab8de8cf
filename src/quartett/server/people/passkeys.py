"""Passkeys: made for a kept name, and the way back to it on any device.

The challenges are stored, each for one device and one answer, so that any node may check it.
"""

import secrets
from contextlib import suppress
from hashlib import sha256
from ipaddress import ip_address
from urllib.parse import urlsplit

import msgspec

from quartett.core.forms import Json
from quartett.protocol.people import Ceremony, Me
from quartett.server.people.passkey_records import CHALLENGE_MS, Passkey
from quartett.server.people.records import KeptPerson
from quartett.server.people.service import People
from quartett.server.refusals import Refusal
from quartett.server.shared.services import Services
from quartett.server.tokens import Known

MAKE, USE = "make", "use"


class Site(msgspec.Struct, frozen=True):
    """For which pages passkeys are good."""

    name: str
    """The host name."""
    origin: str


def site_of(origin: str | None) -> Site:
    """The page that asks; refused where browsers make no passkeys.

    They do so under names, not numbers, and where nobody can listen: with HTTPS, or on one machine.
    """
    with suppress(ValueError):
        found = urlsplit(origin or "")
        name = (found.hostname or "").lower()
        here = name == "localhost" or name.endswith(".localhost")
        if name and not _is_address(name) and (found.scheme == "https" or here):
            return Site(name, origin or "")
    raise Refusal("no_passkeys_here", 409)


class Passkeys:
    """The ceremonies with which passkeys are made and used."""

    def __init__(self, people: People, services: Services) -> None:
        self._people = people
        self._services = services

    async def begin_making(self, device: str | None, origin: str | None) -> Ceremony:
        """What the browser needs to make a passkey."""
        import webauthn
        from webauthn.helpers import structs

        person, site = await self._people.person(device), site_of(origin)
        there = [each.id for each in await self._people.keys.of(person) if each.site == site.name]
        options = webauthn.generate_registration_options(
            rp_id=site.name,
            rp_name="Quartett",
            user_id=person.id.encode(),
            user_name=person.name,
            user_display_name=person.name,
            challenge=await self._challenge(MAKE, device or ""),
            timeout=CHALLENGE_MS,
            authenticator_selection=structs.AuthenticatorSelectionCriteria(
                resident_key=structs.ResidentKeyRequirement.REQUIRED,
                require_resident_key=True,
                user_verification=structs.UserVerificationRequirement.REQUIRED,
            ),
            exclude_credentials=[
                structs.PublicKeyCredentialDescriptor(webauthn.base64url_to_bytes(id))
                for id in there
            ],
        )
        return Ceremony(msgspec.json.decode(webauthn.options_to_json(options)))

    async def make(
        self, device: str | None, origin: str | None, label: str, credential: Json
    ) -> Me:
        """Keep the passkey that the browser has made."""
        import webauthn

        person, site = await self._people.person(device), site_of(origin)
        challenge = await self._answered(MAKE, device or "", credential)
        try:
            made = webauthn.verify_registration_response(
                credential=_fields(credential),
                expected_challenge=challenge,
                expected_rp_id=site.name,
                expected_origin=site.origin,
                require_user_verification=True,
            )
        except Exception as error:
            raise self._wrong(error) from None
        now = await self._services.store.now()
        passkey = Passkey(
            webauthn.helpers.bytes_to_base64url(made.credential_id),
            person.id,
            site.name,
            made.credential_public_key,
            made.sign_count,
            label,
            now,
            device or "",
        )
        if not await self._people.keys.add(passkey):
            raise Refusal("passkey_not_kept", 409)
        return await self._people.told(person, device or "")

    async def begin_using(self, browser: Known, origin: str | None) -> Ceremony:
        """What the browser needs to use a passkey; it is the same for everybody."""
        import webauthn
        from webauthn.helpers.structs import UserVerificationRequirement

        site = site_of(origin)
        options = webauthn.generate_authentication_options(
            rp_id=site.name,
            challenge=await self._challenge(USE, browser.device),
            timeout=CHALLENGE_MS,
            user_verification=UserVerificationRequirement.REQUIRED,
        )
        return Ceremony(msgspec.json.decode(webauthn.options_to_json(options)))

    async def use(self, browser: Known, origin: str | None, label: str, credential: Json) -> Me:
        """Let a device in by a passkey."""
        site = site_of(origin)
        challenge = await self._answered(USE, browser.device, credential)
        passkey, person = await self._named(site, credential)
        counter = self._verified(site, challenge, passkey, person, credential)
        await self._people.check_guest(browser)
        device = await self._people.device(browser, label)
        if not await self._people.keys.use(passkey, counter, device):
            raise Refusal("passkey_copied", 403)
        return await self._people.welcome(person, device)

    async def remove(self, device: str | None, id: str) -> Me:
        """Accept a passkey no longer."""
        person = await self._people.person(device)
        if not await self._people.keys.remove(person, id):
            raise Refusal("no_such_passkey", 404)
        return await self._people.told(person, device or "")

    # Parts

    async def _challenge(self, kind: str, device: str) -> bytes:
        challenge = secrets.token_bytes(32)
        now = await self._services.store.now()
        await self._people.keys.challenge(_hashed(challenge), kind, device, now)
        return challenge

    async def _answered(self, kind: str, device: str, credential: Json) -> bytes:
        """The challenge that is answered; from now on it is used up."""
        challenge = _challenge_in(credential)
        now = await self._services.store.now()
        if not await self._people.keys.take_challenge(_hashed(challenge), kind, device, now):
            raise Refusal("passkey_too_late", 403)
        return challenge

    async def _named(self, site: Site, credential: Json) -> tuple[Passkey, KeptPerson]:
        """The passkey that is said to answer, and whose it is."""
        id = _fields(credential).get("id")
        passkey = await self._people.keys.find(id) if isinstance(id, str) else None
        person = None if passkey is None else await self._people.records.of_id(passkey.person)
        if passkey is None or person is None or passkey.site != site.name:
            raise Refusal("no_such_passkey", 403)
        return passkey, person

    def _verified(
        self, site: Site, challenge: bytes, passkey: Passkey, person: KeptPerson, credential: Json
    ) -> int:
        """How far a passkey has counted, if it is the one that has signed."""
        import webauthn

        try:
            parsed = webauthn.helpers.parse_authentication_credential_json(_fields(credential))
            found = webauthn.verify_authentication_response(
                credential=parsed,
                expected_challenge=challenge,
                expected_rp_id=site.name,
                expected_origin=site.origin,
                credential_public_key=passkey.public_key,
                credential_current_sign_count=0,  # compared where it is stored
                require_user_verification=True,
            )
        except Exception as error:
            raise self._wrong(error) from None
        if parsed.response.user_handle not in (None, b"", person.id.encode()):
            raise Refusal("passkey_wrong", 403)
        return int(found.new_sign_count)

    def _wrong(self, error: Exception) -> Refusal:
        self._services.log.info("passkey_refused", why=type(error).__name__)
        return Refusal("passkey_wrong", 403)


def _is_address(name: str) -> bool:
    with suppress(ValueError):
        return bool(ip_address(name))
    return False


def _hashed(challenge: bytes) -> bytes:
    return sha256(b"quartett/challenge/" + challenge).digest()


def _fields(credential: object) -> Json:
    """A browser's answer, if it is an object at all."""
    if not isinstance(credential, dict):
        raise Refusal("passkey_wrong", 403)
    return credential


def _challenge_in(credential: Json) -> bytes:
    """The challenge that a browser says it answers."""
    import webauthn

    try:
        sent = webauthn.base64url_to_bytes(_fields(credential)["response"]["clientDataJSON"])
        return webauthn.base64url_to_bytes(msgspec.json.decode(sent)["challenge"])
    except (AttributeError, KeyError, TypeError, ValueError, msgspec.DecodeError):
        raise Refusal("passkey_wrong", 403) from None
