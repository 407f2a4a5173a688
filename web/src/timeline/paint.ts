// What a chart shows besides its lines, drawn as the drawings of the page have it: phases behind, round figures at the left, limits, moments below.

import type uPlot from "uplot";
import type { Lane, Timeline } from "../data.ts";
import { styled } from "../dom.ts";
import { seconds, write } from "../figures.ts";
import { ticks } from "../ticks.ts";

/** Moments along the axis, about. */
const MOST_MOMENTS = 8;
const FIGURES = 2;

/** Behind the lines. */
export function behind(u: uPlot, t: Timeline, lane: Lane): void {
  const { left, top, width, height } = u.bbox;
  const ctx = u.ctx;
  ctx.save();
  ctx.beginPath();
  ctx.rect(left, 0, width, top + height);
  ctx.clip();
  ctx.fillStyle = styled("--level");
  for (const [from, to, isMeasured] of t.phases) {
    const x = u.valToPos(from, "x", true);
    if (isMeasured) ctx.fillRect(x, 0, u.valToPos(to, "x", true) - x, top + height);
  }
  ctx.strokeStyle = styled("--rule");
  ctx.lineWidth = devicePixelRatio;
  for (const m of moments(u)) line(ctx, u.valToPos(m, "x", true), 0, u.valToPos(m, "x", true), top + height);
  for (const v of figuresOf(lane)) line(ctx, left, u.valToPos(v, "y", true), left + width, u.valToPos(v, "y", true));
  ctx.restore();
}

/** Above the lines. */
export function above(u: uPlot, lane: Lane, isLast: boolean): void {
  const { left, top, width, height } = u.bbox;
  const ctx = u.ctx;
  const unit = devicePixelRatio;
  ctx.save();
  ctx.font = `${11 * unit}px ${styled("--sans")}`;
  ctx.textBaseline = "alphabetic";
  for (const [limit, name] of lane.limits) {
    const y = u.valToPos(limit, "y", true);
    ctx.strokeStyle = styled("--ink");
    ctx.setLineDash([unit, 3 * unit]);
    line(ctx, left, y, left + width, y);
    ctx.setLineDash([]);
    text(ctx, name, left + width - 2 * unit, y < 14 * unit ? y + 12 * unit : y - 3 * unit, "right", styled("--ink"));
  }
  for (const v of figuresOf(lane)) text(ctx, write(lane.unit, v), left + 2 * unit, u.valToPos(v, "y", true) - 3 * unit, "left", styled("--soft"));
  if (isLast) {
    for (const m of moments(u)) {
      const x = u.valToPos(m, "x", true);
      const share = (x - left) / width;
      text(ctx, seconds(m), x, top + height + 14 * unit, share < 0.04 ? "left" : share > 0.96 ? "right" : "center", styled("--soft"));
    }
  }
  ctx.restore();
}

function moments(u: uPlot): number[] {
  const { min, max } = u.scales["x"] ?? {};
  return min == null || max == null ? [] : ticks(min, max, MOST_MOMENTS);
}

/** Zero is the floor and needs no line. */
function figuresOf(lane: Lane): number[] {
  return ticks(lane.from, lane.to, FIGURES, lane.log).filter((v) => v !== 0);
}

function line(ctx: CanvasRenderingContext2D, x1: number, y1: number, x2: number, y2: number): void {
  ctx.beginPath();
  ctx.moveTo(x1, y1);
  ctx.lineTo(x2, y2);
  ctx.stroke();
}

function text(ctx: CanvasRenderingContext2D, words: string, x: number, y: number, align: CanvasTextAlign, colour: string): void {
  ctx.textAlign = align;
  ctx.lineJoin = "round";
  ctx.lineWidth = 3 * devicePixelRatio;
  ctx.strokeStyle = styled("--bg");
  ctx.strokeText(words, x, y);
  ctx.fillStyle = colour;
  ctx.fillText(words, x, y);
}
