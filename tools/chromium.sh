#!/bin/sh
# Starts Chromium ($CHROMIUM, else Debian's). As root it would raise the priority of its threads above everything else
# (nice -8), and starve the servers and tests beside it. Without the capability for that it keeps the usual priority.
browser="${CHROMIUM:-/usr/bin/chromium}"
if [ "$(id -u)" = 0 ] && command -v setpriv > /dev/null; then
  exec setpriv --bounding-set -sys_nice "$browser" "$@"
fi
exec "$browser" "$@"
