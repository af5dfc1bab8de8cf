# ensure_other_browsers: Firefox and WebKitGTK's driver, for the tests of the page in other browsers,
# and Xvfb, the screen that nobody sees. Where they cannot be had, those tests are skipped.
. scripts/lib/packages.sh

ensure_other_browsers() {
  local wanted=()
  have "${QUARTETT_FIREFOX:-firefox-esr}" || have firefox || wanted+=(firefox-esr)
  have "${QUARTETT_WEBKIT_DRIVER:-WebKitWebDriver}" || wanted+=(webkit2gtk-driver)
  have "${QUARTETT_XVFB:-Xvfb}" || wanted+=(xvfb)
  [ ${#wanted[@]} = 0 ] || install_packages "${wanted[@]}" ||
    say "not to be had: ${wanted[*]}; the tests in these browsers are skipped"
}

have() { command -v "$1" >/dev/null 2>&1; }

# They do not stay in the project's folder, so it is said before it is done.
install_packages() {
  may_install && [ "$(package_manager)" = apt-get ] || return 1
  say "now apt-get installs $* for the whole machine, as root where needed (QUARTETT_INSTALL=no avoids this)"
  apt_install "$@" || { as_root apt-get update -qq && apt_install "$@"; }
}

apt_install() { as_root apt-get install -y -qq --no-install-recommends "$@" >/dev/null 2>&1; }
