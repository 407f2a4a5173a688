#!/usr/bin/env bash
# bench/outside-heap.sh [NODE...]: which collections V8 says memory outside of its heap asked for, and by how much what is held there differs between readings: with
# streams of Brotli, 32 requests at once, and with buffers that live for a while. One core. Kinds of collections are those of Node: 1 young objects, 4 the whole
# heap, 8 marking that begins; flag 32 says that memory outside asked.
set -euo pipefail
script=$(mktemp --suffix .js)
trap 'rm -f "$script"' EXIT
cat >"$script" <<'JS'
const zlib = require('node:zlib');
const http = require('node:http');
const { PerformanceObserver } = require('node:perf_hooks');

const [what, first, second] = process.argv.slice(2);
const [kinds, held] = [{}, []];
new PerformanceObserver((list) => {
  for (const { detail: { kind, flags } } of list.getEntries()) kinds[`${kind}/${flags}`] = (kinds[`${kind}/${flags}`] ?? 0) + 1;
}).observe({ entryTypes: ['gc'] });

function streams(quality, rows) {
  const page = Buffer.from(Array.from({ length: rows }, (_, i) => `<tr><td>${i}</td><td>stop ${(i * 7919) % 1000}</td></tr>`).join(''));
  const params = { [zlib.constants.BROTLI_PARAM_QUALITY]: quality };
  const server = http.createServer((_, answer) => {
    const stream = zlib.createBrotliCompress({ params });
    stream.pipe(answer);
    stream.end(page);
  }).listen(0, () => {
    const agent = new http.Agent({ keepAlive: true, maxSockets: 32 });
    const ask = () => http.get({ port: server.address().port, agent }, (answer) => answer.resume().on('end', ask));
    for (let i = 0; i < 32; i += 1) ask();
  });
}

function buffers(lifeMs, bytes) {
  const kept = new Set();
  setInterval(() => {
    for (let i = 0; i < 10; i += 1) {
      const buffer = Buffer.alloc(bytes);
      kept.add(buffer);
      setTimeout(() => kept.delete(buffer), lifeMs);
    }
  }, 5);
}

({ streams, buffers })[what](Number(first), Number(second));
setInterval(() => held.push(process.memoryUsage().external), 200);
setTimeout(() => {
  const swings = (Math.max(...held) - Math.min(...held)) / 1e6;
  console.log(`Node ${process.version} | ${what} ${first} ${second} | ${JSON.stringify(kinds)} | ${swings.toFixed(1)} MB`);
  process.exit();
}, 5000);
JS
for node in "${@:-node}"; do
    for case in "streams 7 2500" "streams 9 600" "buffers 100 100000" "buffers 500 100000"; do
        # shellcheck disable=SC2086
        taskset -c 1 "$node" "$script" $case
    done
done
