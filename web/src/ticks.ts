// Round figures along an axis, as the drawings have them (`chart/scale.rs`).

/** Round figures within, at most about `most` of them. */
export function ticks(from: number, to: number, most: number, log = false): number[] {
  return log ? logarithmic(from, to, most) : linear(from, to, most);
}

function linear(from: number, to: number, most: number): number[] {
  const rough = (to - from) / Math.max(most, 1);
  const size = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 5, 10].find((m) => m * size >= rough * 0.999) ?? 10) * size;
  if (!Number.isFinite(step) || step <= 0) return [];
  const first = Math.ceil(from / step - 1e-9);
  const last = Math.floor(to / step + 1e-9);
  return Array.from({ length: Math.max(last - first + 1, 0) }, (_, i) => (first + i) * step);
}

/** Powers of ten, or what lies between where these are too few. */
function logarithmic(from: number, to: number, most: number): number[] {
  const within = (steps: number[]): number[] => {
    const all: number[] = [];
    for (let p = Math.floor(Math.log10(from)); p <= Math.ceil(Math.log10(to)); p++) all.push(...steps.map((s) => s * 10 ** p));
    return all.filter((v) => v >= from && v <= to);
  };
  const tens = within([1]);
  const fits = [within([1, 2, 5]), within([1, 3]), tens].find((c) => c.length <= most);
  const every = Math.ceil(tens.length / Math.max(most, 1));
  return fits ?? tens.filter((_, i) => i % every === 0);
}
