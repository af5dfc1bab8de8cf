# mend_style ENV FOLDER: all that ruff can mend; what is left is for the checks to name.
mend_style() {
  "$1/bin/ruff" check --quiet --fix-only "$2"
  "$1/bin/ruff" format --quiet "$2"
}
