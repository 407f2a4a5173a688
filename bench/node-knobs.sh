#!/usr/bin/env bash
# bench/node-knobs.sh VARIANT NAME=V1,V2 [ARGUMENTS]: sweeps a variable of judge-signup's environment by restarts, as a user would: database,
# Redis and graders are the specimen's, the service is started again for each value, on another port.
#     bench/node-knobs.sh grader-lookup UV_THREADPOOL_SIZE=4,28
#     bench/node-knobs.sh before JUDGE_ARGON2_MEMORY_KIB=32768,1536
set -euo pipefail
cd "$(dirname "$0")/.."
tool=${TIGHTSPOT:-target/release/tightspot}
[ -x "$tool" ] || cargo build --locked --release
source bench/serve.sh
serve "$1" judge-signup
place=$(mktemp -d)
trap 'rm -rf "$place"; stop' EXIT
chmod 700 "$place"
# what the service was started with, but for its port
port=${PORT:-18471}
old=$(tr '\0' '\n' <"/proc/$pid/environ" | sed -n 's/^PORT=//p')
{
    echo '#!/usr/bin/env bash'
    echo "cd $(readlink "/proc/$pid/cwd")"
    tr '\0' '\n' <"/proc/$pid/environ" | grep -v -e '^PORT=' -e "^${2%%=*}=" | while IFS='=' read -r name value; do printf 'export %s=%q\n' "$name" "$value"; done
    echo "export PORT=$port"
    # started alone, it has the value that it had
    printf 'export %s=${%s-%q}\n' "${2%%=*}" "${2%%=*}" "$(tr '\0' '\n' <"/proc/$pid/environ" | sed -n "s/^${2%%=*}=//p")"
    if [ -n "$(tr '\0' '\n' <"/proc/$pid/environ" | sed -n 's/^RESOLV_CONF=//p')" ]; then
        echo "exec taskset -c $(taskset -pc "$pid" | sed 's/.*: //') sh $PWD/specimens/judge-signup/start.sh $(tr '\0' ' ' <"/proc/$pid/cmdline")"
    else
        echo "exec taskset -c $(taskset -pc "$pid" | sed 's/.*: //') $(tr '\0' ' ' <"/proc/$pid/cmdline")"
    fi
} >"$place/service.sh"
sed "s/:$old\"/:$port\"/" "$scenario" >"$place/scenario.toml"
"$tool" sweep --scenario "$place/scenario.toml" --ready "http://127.0.0.1:$port/health" --knob "env.$2" "${@:3}" -- bash "$place/service.sh"
