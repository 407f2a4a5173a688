-- Prints the result as JSON. Only `done` is defined, so that wrk keeps to its fast path while it runs.
function done(summary, latency, requests)
  local e = summary.errors
  io.write(string.format(
    '{"requests":%d,"errors":%d,"us":%d,"mean":%.1f,"p50":%d,"p95":%d,"p99":%d,"p99.9":%d,"max":%d}\n',
    summary.requests, e.connect + e.read + e.write + e.status + e.timeout, summary.duration, latency.mean,
    latency:percentile(50), latency:percentile(95), latency:percentile(99), latency:percentile(99.9), latency.max))
end
