"""The devices on which somebody has their seats: which there are, and taking them back."""

from hashlib import sha256

from msgspec.structs import replace

from quartett.protocol.bodies import Device
from quartett.server.refusals import Refusal
from quartett.server.store.documents import TableDocument


def listed(doc: TableDocument, person: str, browser: str | None) -> list[Device]:
    """A person's devices, the latest last; `browser` is the one that asks."""
    known = doc.people[person]
    return [
        Device(id=device_id(doc, each), label=known.labels.get(each, ""), this=each == browser)
        for each in known.browsers
    ]


def revoked(
    doc: TableDocument, person: str, browser: str | None, device: str | None
) -> TableDocument:
    """Take a device back (None: all but the one that asks).

    The links and tokens that were given out so far end too: whoever had the device may have kept
    one.
    """
    known = doc.people[person]
    gone = {
        each
        for each in known.browsers
        if each != browser and device in (None, device_id(doc, each))
    }
    if device is not None and not gone:
        raise Refusal("no_such_device", 404)
    kept = replace(
        known,
        browsers=tuple(each for each in known.browsers if each not in gone),
        labels={each: label for each, label in known.labels.items() if each not in gone},
        issue=known.issue + 1,
    )
    return replace(doc, people={**doc.people, person: kept})


def device_id(doc: TableDocument, browser: str) -> str:
    """A name for a device that says nothing of its cookie."""
    return sha256(f"{doc.id} {browser}".encode()).hexdigest()[:12]


_SYSTEMS = ("iPhone", "iPad", "Android", "Windows", "Mac OS", "CrOS", "Linux")
_BROWSERS = (("Firefox", "Firefox"), ("Edg", "Edge"), ("Chrome", "Chrome"), ("Safari", "Safari"))


def label_of(agent: str) -> str:
    """A device in two words, as far as it tells: enough for its owner to recognise it."""
    browser = next((name for part, name in _BROWSERS if f"{part}/" in agent), "")
    system = next((name for name in _SYSTEMS if name in agent), "")
    return ", ".join(part for part in (browser, system) if part)
