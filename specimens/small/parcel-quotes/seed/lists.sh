#!/bin/sh
# Writes OUT/parcels.csv, the parcels that are asked for: sh lists.sh OUT
set -eu
mkdir -p "$1"
awk 'BEGIN { print "parcel"; for (i = 0; i < 5000; i++) printf "P%06d\n", (i * 7919) % 20000 + 1 }' >"$1/parcels.csv"
