// Chance from a seed (mulberry32).
export function random(seed) {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  const upTo = (n) => Math.floor(next() * n);
  return {
    /** A whole number from 0, below n. */
    upTo,
    one: (list) => list[upTo(list.length)],
    /** So many of a list, in an order of their own. */
    some(list, count) {
      const left = [...list];
      return Array.from({ length: Math.min(count, left.length) }, () => left.splice(upTo(left.length), 1)[0]);
    },
    /** A time of day between two minutes of it. */
    time(from, to) {
      const minutes = from + upTo(to - from);
      return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
    },
  };
}
