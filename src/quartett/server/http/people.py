"""The HTTP API of keeping a name: what each address does."""

from msgspec.structs import replace

from quartett.protocol.bodies import Nothing
from quartett.protocol.people import (
    AnswerPairing,
    AskPairing,
    Erase,
    Exported,
    Keep,
    Kept,
    Me,
    Pairing,
    PairingAsked,
    Recover,
    SignOut,
)
from quartett.server.http.qr_codes import drawn_once
from quartett.server.http.reach import base_for_others
from quartett.server.http.requests import Call, Endpoint
from quartett.server.table.permissions import Role, needs


@needs(Role.STRANGER)
async def who_am_i(call: Call, _: Nothing) -> Me:
    """Who I am here: a guest, or a person with devices and codes."""
    await call.tables.opened()
    return await call.people.me(call.device)


@needs(Role.STRANGER)
async def keep_name(call: Call, request: Keep) -> Kept:
    """Keep my name: become a person. The recovery codes are told this once."""
    await call.tables.opened()
    return await call.people.keep(call.recognise_device(), call.stranger.label, request.name)


@needs(Role.STRANGER)
async def new_codes(call: Call, _: Nothing) -> Kept:
    """Ten new recovery codes, told this once; the ones before are worth nothing."""
    await call.tables.opened()
    return await call.people.new_codes(call.device)


@needs(Role.STRANGER)
async def recover(call: Call, request: Recover) -> Me:
    """Come back with a recovery code, which then is used up."""
    await call.tables.opened()
    return await call.people.recover(call.recognise_device(), call.stranger.label, request.code)


@needs(Role.STRANGER)
async def begin_pairing(call: Call, _: Nothing) -> Pairing:
    """Let another device join: a code for two minutes, to be typed or scanned there."""
    await call.tables.opened()
    pairing = await call.people.begin_pairing(call.device)
    # After the #: what stands there is sent to no server and written into no log.
    qr = await drawn_once(f"{base_for_others(call)}/me#{pairing.code}")
    return replace(pairing, qr=qr)


@needs(Role.STRANGER)
async def look_at_pairing(call: Call, _: Nothing) -> Pairing:
    """Whether a device asks to join, which one, and the number that it shows."""
    await call.tables.opened()
    return await call.people.pairing(call.device)


@needs(Role.STRANGER)
async def answer_pairing(call: Call, request: AnswerPairing) -> Me:
    """Let the device in that asks, or not."""
    await call.tables.opened()
    return await call.people.answer_pairing(call.device, request.accept)


@needs(Role.STRANGER)
async def ask_pairing(call: Call, request: AskPairing) -> PairingAsked:
    """Ask to join with the code that another device shows, or whether it was answered."""
    await call.tables.opened()
    label = call.stranger.label
    return await call.people.ask_pairing(call.recognise_device(), label, request.code)


@needs(Role.STRANGER)
async def sign_out(call: Call, request: SignOut) -> Me:
    """Sign a device out, or all others; private links given out so far end too."""
    await call.tables.opened()
    return await call.people.sign_out(call.device, request.device)


@needs(Role.STRANGER)
async def export_me(call: Call, _: Nothing) -> Exported:
    """All that is stored about me, as one document."""
    await call.tables.opened()
    return await call.people.export(call.device)


@needs(Role.STRANGER)
async def erase_me(call: Call, request: Erase) -> Me:
    """Forget me: others' matches stay readable, with my name replaced."""
    await call.tables.opened()
    return await call.people.erase(call.device, request.name)


ME = "/api/me"

ENDPOINTS = (
    Endpoint("GET", ME, who_am_i, Me),
    Endpoint("POST", f"{ME}/keep", keep_name, Kept, Keep, 201, costs="joins"),
    Endpoint("POST", f"{ME}/codes", new_codes, Kept, Nothing, costs="codes"),
    Endpoint("POST", f"{ME}/recover", recover, Me, Recover, costs="codes"),
    Endpoint("POST", f"{ME}/pairing", begin_pairing, Pairing, Nothing, costs="codes"),
    Endpoint("GET", f"{ME}/pairing", look_at_pairing, Pairing),
    Endpoint("POST", f"{ME}/pairing/answer", answer_pairing, Me, AnswerPairing),
    Endpoint("POST", f"{ME}/pairing/ask", ask_pairing, PairingAsked, AskPairing, costs="pairings"),
    Endpoint("POST", f"{ME}/sign-out", sign_out, Me, SignOut, costs="codes"),
    Endpoint("GET", f"{ME}/export", export_me, Exported, costs="reads"),
    Endpoint("POST", f"{ME}/erase", erase_me, Me, Erase, costs="codes"),
)
