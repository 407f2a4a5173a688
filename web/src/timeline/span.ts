// The stretch of time that charts show: zoomed and moved within the whole run.

export interface Span {
  from: number;
  to: number;
}

/** Nearer (`factor` below 1) or further, around a moment that keeps its place; never less than `least`, never beyond the whole. */
export function zoomed(span: Span, whole: Span, around: number, factor: number, least: number): Span {
  const size = span.to - span.from;
  const next = Math.min(Math.max(size * factor, Math.min(least, whole.to - whole.from)), whole.to - whole.from);
  const share = size > 0 ? (around - span.from) / size : 0.5;
  const from = around - share * next;
  return within({ from, to: from + next }, whole);
}

/** Further along by a share of what is shown. */
export function moved(span: Span, whole: Span, share: number): Span {
  const by = (span.to - span.from) * share;
  return within({ from: span.from + by, to: span.to + by }, whole);
}

/** The same length, pushed back into the whole. */
export function within(span: Span, whole: Span): Span {
  const size = Math.min(span.to - span.from, whole.to - whole.from);
  const from = Math.min(Math.max(span.from, whole.from), whole.to - size);
  return { from, to: from + size };
}

/** Whether all is shown. */
export function isWhole(span: Span, whole: Span): boolean {
  const little = (whole.to - whole.from) * 1e-6;
  return span.from <= whole.from + little && span.to >= whole.to - little;
}
