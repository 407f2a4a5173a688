// One GET per iteration. SHAPE is a k6 scenario as JSON; EVERY, if set, is a user's interval in seconds.
import http from "k6/http";
import { sleep } from "k6";

const every = Number(__ENV.EVERY || 0);

export const options = {
  scenarios: { load: JSON.parse(__ENV.SHAPE) },
  discardResponseBodies: true,
  summaryTrendStats: ["avg", "med", "p(95)", "p(99)", "p(99.9)", "max"],
};

export default function () {
  // Users that all began at once would come as one burst every interval.
  if (every > 0 && __ITER === 0) sleep(Math.random() * every);
  const begun = Date.now();
  http.get(__ENV.URL);
  if (every > 0) sleep(Math.max(0, every - (Date.now() - begun) / 1000));
}

export function handleSummary(data) {
  return { [__ENV.SUMMARY]: JSON.stringify({ metrics: data.metrics, ms: data.state.testRunDurationMs }) };
}
