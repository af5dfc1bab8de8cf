"""The HTTP API of notices: what each address does. Everybody sets up their own only."""

from quartett.protocol.bodies import Nothing
from quartett.protocol.notices import (
    ConfirmMail,
    NoticeSettings,
    RemoveChannel,
    SetMail,
    SetQuiet,
    Stopped,
    Subscribe,
)
from quartett.server.http.requests import Call, Endpoint
from quartett.server.notices.service import Device, Notices
from quartett.server.table.permissions import Role, needs


@needs(Role.STRANGER)
async def my_notices(call: Call, _: Nothing) -> NoticeSettings:
    """Where my notices go, when they do not, and which kinds this server can send."""
    return await _notices(call).settings(call.browser, call.device)


@needs(Role.STRANGER)
async def subscribe(call: Call, request: Subscribe) -> NoticeSettings:
    """Have notices sent to this browser."""
    who = call.recognise_browser()
    await _notices(call).subscribe(who, Device(call.device, call.stranger.label), request)
    return await my_notices(call, Nothing())


@needs(Role.STRANGER)
async def set_mail(call: Call, request: SetMail) -> NoticeSettings:
    """Have notices sent to an e-mail address; first a code is sent there."""
    await _notices(call).set_mail(call.recognise_browser(), request.address, request.language)
    return await my_notices(call, Nothing())


@needs(Role.STRANGER)
async def confirm_mail(call: Call, request: ConfirmMail) -> NoticeSettings:
    """Show by the code that the address is mine."""
    await _notices(call).confirm_mail(call.recognise_browser(), request.code)
    return await my_notices(call, Nothing())


@needs(Role.STRANGER)
async def remove_channel(call: Call, request: RemoveChannel) -> NoticeSettings:
    """Have nothing sent to an address or a device any more."""
    await _notices(call).remove(call.recognise_browser(), request.id)
    return await my_notices(call, Nothing())


@needs(Role.STRANGER)
async def set_quiet(call: Call, request: SetQuiet) -> NoticeSettings:
    """Set the hours in which I want no notices."""
    await _notices(call).set_quiet(call.recognise_browser(), request.quiet)
    return await my_notices(call, Nothing())


@needs(Role.STRANGER)
async def stop_mails(call: Call, _: bytes) -> Stopped:
    """Stop e-mails by the link in each of them; mail programs ask for this themselves (RFC 8058).

    The answer is the same whether or not there were any.
    """
    await _notices(call).stop(call.path["channel"])
    return Stopped()


def _notices(call: Call) -> Notices:
    found: Notices = call.request.app.state.notices
    return found


ME = "/api/me/notices"

ENDPOINTS = (
    Endpoint("GET", ME, my_notices, NoticeSettings),
    Endpoint("POST", f"{ME}/push", subscribe, NoticeSettings, Subscribe, costs="codes"),
    Endpoint("POST", f"{ME}/mail", set_mail, NoticeSettings, SetMail, costs="codes"),
    Endpoint(
        "POST", f"{ME}/mail/confirm", confirm_mail, NoticeSettings, ConfirmMail, costs="codes"
    ),
    Endpoint("POST", f"{ME}/remove", remove_channel, NoticeSettings, RemoveChannel),
    Endpoint("POST", f"{ME}/quiet", set_quiet, NoticeSettings, SetQuiet),
    Endpoint("POST", "/api/notices/stop/{channel}", stop_mails, Stopped, bytes, most_bytes=1000),
)
