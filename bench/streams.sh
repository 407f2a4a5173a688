#!/bin/bash
# bench/streams.sh: CPU that a stream of gzip takes for 10 bytes, in Node and in Java: what compressing an answer costs beside the packing. One core; milliseconds of
# the process for each stream, of the second of two rounds.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cat >"$work/streams.js" <<'JS'
const zlib = require('node:zlib');
const one = () => new Promise((done) => {
  const stream = zlib.createGzip();
  stream.on('data', () => {}).on('end', done);
  stream.end(Buffer.alloc(10, 65));
});
(async () => {
  for (let round = 0; round < 2; round++) {
    const [times, before] = [5000, process.cpuUsage()];
    for (let i = 0; i < times; i++) await one();
    const { user, system } = process.cpuUsage(before);
    if (round) console.log(`Node ${process.version}, createGzip: ${((user + system) / times / 1000).toFixed(3)} ms`);
  }
})();
JS
cat >"$work/Streams.java" <<'JAVA'
import java.io.ByteArrayOutputStream;
import java.lang.management.ManagementFactory;
import java.util.zip.GZIPOutputStream;

class Streams {
    public static void main(String[] args) throws Exception {
        var system = (com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        for (int round = 0; round < 2; round++) {
            long before = system.getProcessCpuTime(), times = 20_000;
            for (int i = 0; i < times; i++) {
                try (var stream = new GZIPOutputStream(new ByteArrayOutputStream())) {
                    stream.write(new byte[10]);
                }
            }
            double ms = (system.getProcessCpuTime() - before) / 1e6 / times;
            if (round == 1) System.out.printf("Java %s, GZIPOutputStream: %.3f ms%n", System.getProperty("java.version"), ms);
        }
    }
}
JAVA
taskset -c 0 node "$work/streams.js"
taskset -c 0 java "$work/Streams.java"
