#!/usr/bin/env bash
# bench/hashes.sh: CPU of one password hash at the least cost that OWASP advises for its function, milliseconds, by libraries that services use, on one core. What
# `cpu-hot-path` takes for a proper hash is the slowest of each function and a third more (crates/causes/src/cpu/cpu-hot-path/mod.rs).
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm install --silent --no-audit --no-fund argon2@0.44.0 bcrypt@6.0.0 >/dev/null
cp "$here/hashes/hashes.js" .
taskset -c 0 node hashes.js
get() { mvn -q dependency:copy -Dartifact="$1" -DoutputDirectory="$work/jars"; }
get org.springframework.security:spring-security-crypto:6.5.1
get org.springframework:spring-jcl:6.2.8
javac -cp 'jars/*' -d . "$here/hashes/Hashes.java"
taskset -c 0 java -cp "$work:jars/*" Hashes
