#!/bin/sh
# Installs Debian packages that are missing, where that is possible; else says
# which tests will be skipped without them. Usage: need.sh PACKAGE:COMMAND...
# (a command may be a path; several are alternatives, joined by '|').
set -u
missing=""
for pair in "$@"; do
  package=${pair%%:*}
  commands=$(printf '%s' "${pair#*:}" | tr '|' ' ')
  found=""
  for c in $commands; do
    if command -v "$c" >/dev/null 2>&1 || [ -e "$c" ]; then found=1; break; fi
  done
  [ -n "$found" ] || missing="$missing $package"
done
[ -n "$missing" ] || exit 0
if command -v apt-get >/dev/null 2>&1 && [ "$(id -u)" = 0 ]; then
  # Look-ups need a list; a list of today is good enough.
  apt-get update -qq >/dev/null 2>&1 || true
  # shellcheck disable=SC2086
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $missing >/dev/null 2>&1 \
    && exit 0
fi
echo "notice: not installed:$missing; tests that need them will say that they are skipped" >&2
exit 0
