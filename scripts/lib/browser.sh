# ensure_browser ENV: finds a Chromium for the browser tests, or gets one, and says so.
# QUARTETT_BROWSER then names its program; with QUARTETT_INSTALL=no nothing is installed for the
# whole machine, and without a browser the tests that need one are skipped.
. scripts/lib/packages.sh

find_browser() {
  local candidate
  for candidate in "${QUARTETT_BROWSER:-}" chromium chromium-browser google-chrome google-chrome-stable; do
    [ -n "$candidate" ] && command -v "$candidate" >/dev/null 2>&1 || continue
    command -v "$candidate"
    return 0
  done
  playwright_browser "$1"
}

# The one that Playwright installed into the project's own cache, if it did.
playwright_browser() {
  PLAYWRIGHT_BROWSERS_PATH=$root/.cache/browsers "$1/bin/python" - <<'PYTHON'
import os, sys
from playwright.sync_api import sync_playwright
with sync_playwright() as playwright:
    path = playwright.chromium.executable_path
if not os.path.exists(path):
    sys.exit(1)
print(path)
PYTHON
}

install_browser() {
  say "no Chromium found; installing one with Playwright into .cache/browsers"
  PLAYWRIGHT_BROWSERS_PATH=$root/.cache/browsers "$1/bin/python" -m playwright install chromium \
    >/dev/null 2>&1 || install_for_the_machine
}

# The one thing that does not stay in the project's folder, so it is said before it is done.
install_for_the_machine() {
  local installer
  may_install || return 1
  installer=$(package_manager) || return 1
  say "Playwright could not fetch it, and the browser tests need one: now $installer installs"
  say "Chromium for the whole machine, as root where needed (QUARTETT_BROWSER=PATH or QUARTETT_INSTALL=no avoids this)"
  case $installer in
    apt-get) as_root apt-get update -qq && as_root apt-get install -y -qq chromium >/dev/null ;;
    dnf) as_root dnf install -y chromium ;;
    brew) brew install --cask chromium ;;
  esac
}

no_browser() {
  may_install && fail "The browser tests need Chromium. Install it, or name it in QUARTETT_BROWSER."
  say "no Chromium to be had: the tests in the browser are skipped"
  export QUARTETT_BROWSER=''
}

ensure_browser() {
  if ! QUARTETT_BROWSER=$(find_browser "$1"); then
    install_browser "$1" && QUARTETT_BROWSER=$(find_browser "$1") || no_browser
    [ -n "$QUARTETT_BROWSER" ] || return 0
  fi
  export QUARTETT_BROWSER
  say "browser: $QUARTETT_BROWSER"
}
