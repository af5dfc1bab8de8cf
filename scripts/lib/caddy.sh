# ensure_caddy: finds Caddy for the tests of what stands before a server, or gets it.
# QUARTETT_CADDY then names its program; where it cannot be had, those tests are skipped.
. scripts/lib/packages.sh

find_caddy() {
  local candidate
  for candidate in "${QUARTETT_CADDY:-}" caddy "$root/.cache/caddy/usr/bin/caddy"; do
    [ -n "$candidate" ] && command -v "$candidate" >/dev/null 2>&1 || continue
    command -v "$candidate"
    return 0
  done
  return 1
}

# Only unpacked: the package itself would start a web server of the whole machine.
install_caddy() {
  may_install || return 1
  command -v apt-get >/dev/null && command -v dpkg-deb >/dev/null || return 1
  say "no Caddy found: now apt-get fetches Debian's package into .cache/caddy"
  local folder=$root/.cache/caddy
  mkdir -p "$folder"
  (cd "$folder" && apt-get download -qq caddy && dpkg-deb -x caddy_*.deb . && rm caddy_*.deb) \
    >/dev/null 2>&1
}

ensure_caddy() {
  if ! QUARTETT_CADDY=$(find_caddy); then
    install_caddy && QUARTETT_CADDY=$(find_caddy) || {
      say "no Caddy to be had: the tests behind it are skipped"
      return 0
    }
  fi
  export QUARTETT_CADDY
  say "Caddy: $QUARTETT_CADDY"
}
