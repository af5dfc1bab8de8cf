# ensure_haproxy: finds HAProxy for the tests of what stands before a server, or gets it.
# QUARTETT_HAPROXY then names its program; where it cannot be had, those tests are skipped.
. scripts/lib/packages.sh

find_haproxy() {
  local candidate
  for candidate in "${QUARTETT_HAPROXY:-}" haproxy /usr/sbin/haproxy /usr/local/sbin/haproxy; do
    [ -n "$candidate" ] && command -v "$candidate" >/dev/null 2>&1 || continue
    command -v "$candidate"
    return 0
  done
  return 1
}

# It does not stay in the project's folder, so it is said before it is done.
install_haproxy() {
  local installer
  may_install || return 1
  installer=$(package_manager) || return 1
  say "no HAProxy found: now $installer installs it for the whole machine, as root where needed"
  say "(QUARTETT_HAPROXY=PATH or QUARTETT_INSTALL=no avoids this)"
  case $installer in
    apt-get)
      as_root apt-get install -y -qq --no-install-recommends haproxy >/dev/null 2>&1 ||
        { as_root apt-get update -qq && as_root apt-get install -y -qq --no-install-recommends haproxy; } >/dev/null 2>&1
      ;;
    dnf) as_root dnf install -y -q haproxy >/dev/null 2>&1 ;;
    brew) brew install --quiet haproxy >/dev/null 2>&1 ;;
  esac
}

ensure_haproxy() {
  if ! QUARTETT_HAPROXY=$(find_haproxy); then
    install_haproxy && QUARTETT_HAPROXY=$(find_haproxy) || {
      say "no HAProxy to be had: the tests behind it are skipped"
      return 0
    }
  fi
  export QUARTETT_HAPROXY
  say "HAProxy: $QUARTETT_HAPROXY"
}
