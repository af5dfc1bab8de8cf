"""A visitor's browser, and pictures of what it shows in every size and in both lights."""

from itertools import product
from pathlib import Path
from typing import Any, Literal

import msgspec
from playwright.sync_api import Browser, Page

from browser.axe import AT_REST
from server.live import Live

Size = tuple[int, int]
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")


class Kit(msgspec.Struct, frozen=True):
    """A kind of device: the sizes of its screens, and what else it has."""

    sizes: dict[str, Size]
    device: dict[str, Any] = {}


KITS = (
    Kit({"desktop": (1280, 800), "zoomed": (640, 360)}),
    Kit(
        {
            "tablet": (820, 1180),
            "tablet-sideways": (1180, 820),
            "sideways": (844, 390),
            "phone": (390, 844),
        },
        {"has_touch": True, "is_mobile": True},
    ),
)


class Studio:
    """Where visitors come from: a browser, a server, a language, a kind of device."""

    def __init__(
        self, browser: Browser, site: Live, locale: str, folder: Path, damaged: str
    ) -> None:
        self.browser, self.site, self.locale, self.folder = browser, site, locale, folder
        self.url = site.url
        self.damaged = damaged
        """The path of a table that cannot be opened any more."""

    def visitor(self, kit: Kit) -> "Camera":
        """Somebody new, with a browser of their own."""
        width, height = next(iter(kit.sizes.values()))
        context = self.browser.new_context(
            viewport={"width": width, "height": height},
            locale=self.locale,
            base_url=self.url,
            reduced_motion="reduce",
            **kit.device,
        )
        context.set_default_timeout(30_000)
        context.add_init_script("localStorage['quartett.level'] ??= 'easy'")
        return Camera(self, kit, context.new_page())


class Camera:
    """Takes what one visitor's page shows."""

    def __init__(self, studio: Studio, kit: Kit, page: Page) -> None:
        self.studio, self.kit, self.page = studio, kit, page

    def friend(self) -> "Camera":
        """Somebody else with the same kind of device."""
        return self.studio.visitor(self.kit)

    def close(self) -> None:
        """Leave."""
        self.page.context.close()

    def shoot(self, name: str) -> None:
        """Take the pictures of one screen."""
        for scheme, (size, (width, height)) in product(SCHEMES, self.kit.sizes.items()):
            self.page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
            self.page.set_viewport_size({"width": width, "height": height})
            self.page.wait_for_function(AT_REST)
            self.page.screenshot(path=self.studio.folder / f"{name}-{size}-{scheme}.png")
        print(name, flush=True)
