// All charts of the timeline, on one clock: one cursor, one stretch of time, by pointer and by keyboard.

import uPlot from "uplot";
import type { Lane, Timeline } from "../data.ts";
import { say } from "../data.ts";
import { button, element, whenColoursChange, whenWidthChanges } from "../dom.ts";
import { seconds } from "../figures.ts";
import { chart, reading } from "./chart.ts";
import { middles } from "./columns.ts";
import { isWhole, moved, type Span, within, zoomed } from "./span.ts";
import { strip } from "./strip.ts";

const KEY = "timeline";
/** Fewest stretches that may be shown. */
const FEWEST = 5;
const NEARER = 0.5;

interface Shown {
  lane: Lane;
  figure: HTMLElement;
  u: uPlot;
  /** Where figures at the cursor stand, and what stands there otherwise. */
  places: [HTMLElement, string][];
}

/** A chart that cannot be drawn leaves the drawing where it is. */
function drawn(figure: HTMLElement, into: HTMLElement, make: () => uPlot): uPlot | undefined {
  try {
    return make();
  } catch (e) {
    into.remove();
    figure.classList.remove("live");
    console.error(e);
    return undefined;
  }
}

/** Puts charts in the place of the drawings. */
export function showTimeline(t: Timeline, words: Record<string, string>): void {
  const whole: Span = { from: t.from, to: t.to };
  const at = middles(t);
  let span = whole;
  let place: number | null = null;
  const head = strip(whole);
  const time = element("output", "cursor-time");
  const spoken = element("p", "hidden");
  spoken.setAttribute("aria-live", "polite");
  const shown: Shown[] = [];

  const show = (next: Span): void => shown.forEach((s) => s.u.setScale("x", { min: next.from, max: next.to }));
  const around = (): number => (place === null ? (span.from + span.to) / 2 : (at[place] ?? span.from));
  const zoom = (factor: number): void => show(zoomed(span, whole, around(), factor, FEWEST * t.step));
  const reset = (): void => show(whole);
  const back = button(say(words, "whole-run"), reset);
  back.disabled = true;

  const of = {
    key: KEY,
    whole,
    reset,
    moved: (next: number | null): void => {
      if (next === place) return;
      place = next;
      time.textContent = next === null ? "" : seconds(at[next] ?? 0);
      shown.forEach((s) => s.places.forEach(([e, text], i) => (e.textContent = next === null ? text : reading(s.lane, i, next))));
    },
    spanned: (next: Span): void => {
      if (next.from === span.from && next.to === span.to) return;
      span = next;
      back.disabled = isWhole(span, whole);
      head.show(span);
    },
  };

  t.lanes.forEach((lane, i) => {
    const figure = document.getElementById(lane.id);
    if (!figure) return;
    const into = element("div", "chart");
    into.tabIndex = 0;
    into.setAttribute("role", "application");
    into.setAttribute("aria-label", figure.querySelector("svg.plot")?.getAttribute("aria-label") ?? lane.id);
    figure.append(into);
    figure.classList.add("live");
    const u = drawn(figure, into, () => chart(t, lane, figure, into, { ...of, isLast: i + 1 === t.lanes.length }));
    if (!u) return;
    const places = [...figure.querySelectorAll<HTMLElement>(".legend .most")].map((e): [HTMLElement, string] => [e, e.textContent ?? ""]);
    const one: Shown = { lane, figure, u, places };
    shown.push(one);
    whenWidthChanges(into, (width) => u.setSize({ width, height: u.height }));
    into.addEventListener("keydown", (e) => key(e, one));
    into.addEventListener("blur", () => shown.forEach((s) => s.u.setCursor({ left: -10, top: -10 })));
  });

  /** One stretch further, or to what is at the edge. */
  const step = (by: number, one: Shown): void => {
    const first = at.findIndex((x) => x >= span.from);
    const last = at.findLastIndex((x) => x <= span.to);
    const next = Math.min(Math.max(place === null ? (by > 0 ? first : last) : place + by, first), last);
    const left = one.u.valToPos(at[next] ?? 0, "x");
    shown.forEach((s) => s.u.setCursor({ left, top: 0 }, s === one));
    const lines = one.lane.lines.map((l, i) => `${l.name} ${reading(one.lane, i, next)}`);
    spoken.textContent = [seconds(at[next] ?? 0), ...lines].join(", ");
  };
  const key = (e: KeyboardEvent, one: Shown): void => {
    if (e.ctrlKey || e.metaKey || e.altKey) return;
    const acts: Record<string, () => void> = {
      ArrowLeft: () => (e.shiftKey ? show(moved(span, whole, -0.25)) : step(-1, one)),
      ArrowRight: () => (e.shiftKey ? show(moved(span, whole, 0.25)) : step(1, one)),
      "+": () => zoom(NEARER),
      "=": () => zoom(NEARER),
      "-": () => zoom(1 / NEARER),
      Escape: reset,
      Home: reset,
    };
    const act = acts[e.key];
    if (!act) return;
    e.preventDefault();
    act();
  };

  const tools = element("div", "tools");
  tools.append(button(say(words, "nearer"), () => zoom(NEARER)), button(say(words, "further"), () => zoom(1 / NEARER)), back, time);
  head.add(tools, element("p", "note keys", say(words, "timeline-keys")), spoken);
  whenColoursChange(() => shown.forEach((s) => s.u.redraw(false)));
  links(t, whole, show);
}

/** A link that names a stretch of time shows it, with a little around it. */
function links(t: Timeline, whole: Span, show: (span: Span) => void): void {
  document.querySelectorAll<HTMLAnchorElement>('a[href="#timeline"][data-from]').forEach((a) => {
    const [from, to] = [Number(a.dataset["from"]), Number(a.dataset["to"])];
    const room = Math.max((to - from) / 2, FEWEST * t.step);
    a.addEventListener("click", () => show(within({ from: from - room, to: to + room }, whole)));
  });
}
