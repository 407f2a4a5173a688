#!/usr/bin/env bash
# bench/manifests.sh [VERSION...]: holds docs/warm/kubernetes/*.yaml against the schemas of Kubernetes, strictly: a field that no schema knows is an error.
# Installs kubernetes-validate from PyPI into a folder that goes away; where that cannot be, says so and ends with 0.
set -euo pipefail
cd "$(dirname "$0")/.."
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
skipped() {
    echo "SKIPPED (1): the manifests were not validated: $1" >&2
    exit 0
}
python3 -m venv "$folder" >"$folder/log" 2>&1 || skipped "there is no python3 with venv"
"$folder/bin/pip" install -q --disable-pip-version-check kubernetes-validate >"$folder/log" 2>&1 || skipped "kubernetes-validate could not be installed: $(tail -n 1 "$folder/log")"
# native sidecars are on by default from 1.29 on
versions=("$@")
[ $# -gt 0 ] || versions=(1.29 latest)
for version in "${versions[@]}"; do
    [ "$version" = latest ] && choice=() || choice=(-k "$version")
    "$folder/bin/kubernetes-validate" --strict "${choice[@]}" docs/warm/kubernetes/*.yaml
done
echo "valid for ${versions[*]}: $(ls docs/warm/kubernetes/*.yaml | wc -l) manifests"
