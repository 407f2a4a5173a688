// Draws boxes on a canvas: those within the stretch of the width that is shown, in the colours of the page.

import { styled } from "../dom.ts";
import type { Box } from "./layout.ts";
import { matches } from "./tree.ts";

export const ROW = 21;
const LEAST_PX = 0.6;
const ROOM_PX = 26;
const PAD = 4;

/** What is shown, and how. */
export interface Scene {
  boxes: Box[];
  /** The box that fills the width. */
  zoom: Box | undefined;
  selected: Box | undefined;
  /** What is searched for, or nothing. */
  words: string;
}

/** Where a box lies on a canvas so wide, pixels. */
export function edges(scene: Scene, box: Box, width: number): [number, number] {
  const from = scene.zoom?.from ?? 0;
  const share = scene.zoom?.share ?? 1;
  const left = Math.max(((box.from - from) / share) * width, 0);
  const right = Math.min(((box.from + box.share - from) / share) * width, width);
  return [left, right];
}

/** The share of all that a pixel stands for. */
export function shareAt(scene: Scene, x: number, width: number): number {
  return (scene.zoom?.from ?? 0) + (x / width) * (scene.zoom?.share ?? 1);
}

/** Draws all of it, and sizes the canvas for it. */
export function draw(canvas: HTMLCanvasElement, scene: Scene, width: number): void {
  const rows = scene.boxes.reduce((most, b) => Math.max(most, isShown(scene, b, width) ? b.depth + 1 : 0), 0);
  const height = rows * ROW;
  canvas.width = Math.round(width * devicePixelRatio);
  canvas.height = Math.round(height * devicePixelRatio);
  canvas.style.height = `${height}px`;
  const ctx = canvas.getContext("2d");
  if (!ctx) return;
  ctx.scale(devicePixelRatio, devicePixelRatio);
  ctx.font = `11.5px ${styled("--sans")}`;
  const colours: Record<string, string> = Object.fromEntries(["own", "library", "native", "group"].map((k) => [k, styled(`--box-${k}`)]));
  const [ink, ground, mark] = [styled("--ink"), styled("--bg"), styled("--accent")];
  for (const box of scene.boxes) {
    if (!isShown(scene, box, width)) continue;
    const [left, right] = edges(scene, box, width);
    const y = box.depth * ROW;
    const found = scene.words !== "" && box.chain.some((f) => matches(f.label, scene.words));
    const isAbove = scene.zoom !== undefined && box.depth < scene.zoom.depth;
    ctx.globalAlpha = scene.words !== "" && !found ? 0.3 : isAbove ? 0.6 : 1;
    ctx.fillStyle = colours[box.whose] ?? ground;
    ctx.fillRect(left, y, right - left, ROW - 1);
    if (right - left > 3) {
      ctx.fillStyle = ground;
      ctx.fillRect(right - 1, y, 1, ROW - 1);
    }
    if (right - left >= ROOM_PX) {
      ctx.fillStyle = ink;
      ctx.fillText(shortened(ctx, box.name, right - left - 2 * PAD), left + PAD, y + 14);
    }
    ctx.globalAlpha = 1;
    if (found) outline(ctx, left, y, right, mark, 1.5);
    if (box === scene.selected) outline(ctx, left, y, right, ink, 2.5);
  }
}

function isShown(scene: Scene, box: Box, width: number): boolean {
  const [left, right] = edges(scene, box, width);
  return right - left >= LEAST_PX;
}

function outline(ctx: CanvasRenderingContext2D, left: number, y: number, right: number, colour: string, thick: number): void {
  ctx.strokeStyle = colour;
  ctx.lineWidth = thick;
  ctx.strokeRect(left + thick / 2, y + thick / 2, Math.max(right - left - thick, 0.5), ROW - 1 - thick);
}

/** As much of a name as there is room for. */
function shortened(ctx: CanvasRenderingContext2D, name: string, room: number): string {
  if (ctx.measureText(name).width <= room) return name;
  let [low, high] = [0, name.length];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (ctx.measureText(`${name.slice(0, middle)}\u2026`).width <= room) low = middle;
    else high = middle - 1;
  }
  return low < 2 ? "" : `${name.slice(0, low)}\u2026`;
}
