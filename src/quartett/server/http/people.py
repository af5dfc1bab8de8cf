"""The HTTP API of keeping a name: what each address does."""

from msgspec.structs import replace

from quartett.protocol.bodies import Nothing
from quartett.protocol.people import (
    AddPasskey,
    AnswerPairing,
    AskPairing,
    Ceremony,
    ChooseFace,
    Erase,
    Exported,
    Keep,
    Kept,
    Me,
    Pairing,
    PairingAsked,
    Proven,
    Recover,
    RemovePasskey,
    Renewed,
    SignOut,
    UsePasskey,
)
from quartett.server.http.qr_codes import drawn_once
from quartett.server.http.reach import base_for_others
from quartett.server.http.requests import Call, Endpoint
from quartett.server.table.permissions import Role, needs


@needs(Role.STRANGER)
async def who_am_i(call: Call, _: Nothing) -> Me:
    """Who I am here: a guest, or a person with devices and codes."""
    return await call.people.me(call.device)


@needs(Role.STRANGER)
async def renew(call: Call, _: Nothing) -> Renewed:
    """Give a guest's browser a new id: nobody who knows the old one comes in with its owner.

    This is the first of two steps wherever somebody comes in; the second has what this one told.
    """
    if (cookie := call.cookie) is not None and call.browser is not None:
        await call.people.check_guest(cookie)
    return Renewed(call.renew_browser())


@needs(Role.STRANGER)
async def keep_name(call: Call, request: Keep) -> Kept:
    """Keep my name: become a person. The recovery codes are told this once."""
    browser = call.renewed_browser(request.proof)
    return await call.people.keep(browser, call.stranger.label, request.name)


@needs(Role.STRANGER)
async def choose_face(call: Call, request: ChooseFace) -> Me:
    """Have a portrait beside my name, or none."""
    return await call.people.choose_face(call.device, request.face)


@needs(Role.STRANGER)
async def new_codes(call: Call, _: Nothing) -> Kept:
    """Ten new recovery codes, told this once; the ones before are worth nothing."""
    return await call.people.new_codes(call.device)


@needs(Role.STRANGER)
async def recover(call: Call, request: Recover) -> Me:
    """Come back with a recovery code, which then is used up."""
    browser = call.renewed_browser(request.proof)
    return await call.people.recover(browser, call.stranger.label, request.code)


@needs(Role.STRANGER)
async def begin_pairing(call: Call, _: Nothing) -> Pairing:
    """Let another device join: a code for two minutes, to be typed or scanned there."""
    pairing = await call.people.begin_pairing(call.device)
    # After the #: what stands there is sent to no server and written into no log.
    qr = await drawn_once(f"{base_for_others(call)}/me#{pairing.code}")
    return replace(pairing, qr=qr)


@needs(Role.STRANGER)
async def look_at_pairing(call: Call, _: Nothing) -> Pairing:
    """Whether a device asks to join, which one, and the number that it shows."""
    return await call.people.pairing(call.device)


@needs(Role.STRANGER)
async def answer_pairing(call: Call, request: AnswerPairing) -> Me:
    """Let the device in that asks, or not."""
    return await call.people.answer_pairing(call.device, request.accept)


@needs(Role.STRANGER)
async def ask_pairing(call: Call, request: AskPairing) -> PairingAsked:
    """Ask to join with the code that another device shows, or whether it was answered."""
    browser = call.renewed_browser(request.proof)
    return await call.people.ask_pairing(browser, call.stranger.label, request.code)


@needs(Role.STRANGER)
async def sign_out(call: Call, request: SignOut) -> Me:
    """Sign a device out, or all others; private links given out so far end too."""
    return await call.people.sign_out(call.device, request.device)


@needs(Role.STRANGER)
async def export_me(call: Call, _: Nothing) -> Exported:
    """All that is stored about me, as one document."""
    return await call.people.export(call.device)


@needs(Role.STRANGER)
async def erase_me(call: Call, request: Erase) -> Me:
    """Forget me: others' matches stay readable, with my name replaced."""
    return await call.people.erase(call.device, request.name)


@needs(Role.STRANGER)
async def begin_passkey(call: Call, _: Nothing) -> Ceremony:
    """Make a passkey: what the browser asks its owner for that."""
    return await call.passkeys.begin_making(call.device, _origin(call))


@needs(Role.STRANGER)
async def add_passkey(call: Call, request: AddPasskey) -> Me:
    """Keep the passkey that the browser has made."""
    label = call.stranger.label
    return await call.passkeys.make(call.device, _origin(call), label, request.credential)


@needs(Role.STRANGER)
async def remove_passkey(call: Call, request: RemovePasskey) -> Me:
    """Accept a passkey no longer."""
    return await call.passkeys.remove(call.device, request.passkey)


@needs(Role.STRANGER)
async def begin_sign_in(call: Call, request: Proven) -> Ceremony:
    """Come back with a passkey: what the browser asks its owner for that."""
    return await call.passkeys.begin_using(call.renewed_browser(request.proof), _origin(call))


@needs(Role.STRANGER)
async def sign_in(call: Call, request: UsePasskey) -> Me:
    """Come back with a passkey."""
    browser = call.renewed_browser(request.proof)
    label = call.stranger.label
    return await call.passkeys.use(browser, _origin(call), label, request.credential)


def _origin(call: Call) -> str | None:
    """Where the page is that asks; it was seen to be ours before."""
    return call.request.headers.get("origin")


ME = "/api/me"

ENDPOINTS = (
    Endpoint("GET", ME, who_am_i, Me),
    Endpoint("POST", f"{ME}/renew", renew, Renewed, Nothing, costs="pairings"),
    Endpoint("POST", f"{ME}/keep", keep_name, Kept, Keep, 201, costs="joins"),
    Endpoint("POST", f"{ME}/face", choose_face, Me, ChooseFace, costs="joins"),
    Endpoint("POST", f"{ME}/codes", new_codes, Kept, Nothing, costs="codes"),
    Endpoint("POST", f"{ME}/recover", recover, Me, Recover, costs="codes"),
    Endpoint("POST", f"{ME}/pairing", begin_pairing, Pairing, Nothing, costs="codes"),
    Endpoint("GET", f"{ME}/pairing", look_at_pairing, Pairing),
    Endpoint("POST", f"{ME}/pairing/answer", answer_pairing, Me, AnswerPairing),
    Endpoint("POST", f"{ME}/pairing/ask", ask_pairing, PairingAsked, AskPairing, costs="pairings"),
    Endpoint("POST", f"{ME}/passkeys/begin", begin_passkey, Ceremony, Nothing, costs="codes"),
    Endpoint("POST", f"{ME}/passkeys", add_passkey, Me, AddPasskey, 201, costs="codes"),
    Endpoint("POST", f"{ME}/passkeys/remove", remove_passkey, Me, RemovePasskey),
    Endpoint("POST", f"{ME}/sign-in/begin", begin_sign_in, Ceremony, Proven, costs="pairings"),
    Endpoint("POST", f"{ME}/sign-in", sign_in, Me, UsePasskey, costs="codes"),
    Endpoint("POST", f"{ME}/sign-out", sign_out, Me, SignOut, costs="codes"),
    Endpoint("GET", f"{ME}/export", export_me, Exported, costs="reads"),
    Endpoint("POST", f"{ME}/erase", erase_me, Me, Erase, costs="codes"),
)
