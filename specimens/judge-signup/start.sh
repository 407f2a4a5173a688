#!/bin/sh
# Starts a program that looks names up where RESOLV_CONF says, or where all do when that is empty: sh start.sh PROGRAM ARGUMENT...
# The C library takes that place from /etc/resolv.conf alone, so the program gets a mount of its own there.
set -eu
[ -n "${RESOLV_CONF:-}" ] || exec "$@"
[ "$(id -u)" = 0 ] || {
    echo "only root may give a process its own /etc/resolv.conf: run this variant as root" >&2
    exit 1
}
# shellcheck disable=SC2016
exec unshare --mount sh -c 'mount --bind "$RESOLV_CONF" /etc/resolv.conf && exec "$@"' sh "$@"
