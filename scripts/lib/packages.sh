# The machine's own package manager, for programs that are no Python packages.

as_root() { if [ "$(id -u)" = 0 ]; then "$@"; else sudo -n "$@"; fi; }

# Whether programs may be installed for the whole machine where they are missing.
may_install() { [ "${QUARTETT_INSTALL:-yes}" != no ]; }

package_manager() {
  local candidate
  for candidate in apt-get dnf brew; do
    command -v "$candidate" >/dev/null || continue
    echo "$candidate"
    return 0
  done
  return 1
}
