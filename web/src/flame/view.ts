// The flame graph in the place of the boxes: any level that has stacks, zoomed by click and keys, searched, and turned.

import { type PageData, say } from "../data.ts";
import { button, element, whenColoursChange, whenWidthChanges } from "../dom.ts";
import { percent } from "../figures.ts";
import { draw, edges, ROW, type Scene, shareAt } from "./canvas.ts";
import { type Box, boxAt, layOut, neighbour } from "./layout.ts";
import { tip } from "./tip.ts";
import { type Frame, matched, treeOf, turned } from "./tree.ts";

/** Puts it into the page. */
export function showCalls(data: PageData): void {
  const figureOf = document.querySelector<HTMLElement>("figure.flames");
  if (!figureOf) return;
  new View(data, figureOf);
}

class View {
  private readonly canvas = element("canvas", "");
  private readonly tools = element("div", "tools");
  private readonly found = element("output", "note");
  private readonly search = element("input", "");
  private readonly tip;
  private readonly scene: Scene = { boxes: [], zoom: undefined, selected: undefined, words: "" };
  private root: Frame;
  private level: number;
  private isTurned = false;
  private width = 0;

  constructor(
    private readonly data: PageData,
    figure: HTMLElement,
  ) {
    this.level = Math.max(data.calls.findIndex((c) => c.drawn), 0);
    this.root = this.tree();
    const live = element("div", "calls");
    live.append(this.tools, element("p", "note keys", this.say("calls-keys")), this.canvas);
    this.tip = tip(live, data.words);
    this.fillTools();
    this.listen();
    this.changed();
    figure.append(live);
    figure.classList.add("live");
    whenWidthChanges(live, (width) => {
      this.width = width;
      this.paint();
    });
    whenColoursChange(() => this.paint());
  }

  private say(id: string, put: Record<string, string> = {}): string {
    return say(this.data.words, id, put);
  }

  private tree(): Frame {
    const calls = this.data.calls[this.level];
    const root = calls ? treeOf(calls, this.data.labels) : { label: ["", "", "group"] as Frame["label"], ms: 0, own: 0, children: [] };
    return this.isTurned ? turned(root) : root;
  }

  private fillTools(): void {
    const levels = element("select", "");
    levels.setAttribute("aria-label", this.say("calls-level"));
    this.data.calls.forEach((c, i) => levels.add(new Option(c.title, String(i), false, i === this.level)));
    levels.addEventListener("change", () => {
      this.level = Number(levels.value);
      this.changed();
    });
    this.search.type = "search";
    this.search.placeholder = this.say("search");
    this.search.setAttribute("aria-label", this.say("search"));
    this.search.addEventListener("input", () => this.look());
    const turn = button(this.say("turn"), () => {
      this.isTurned = !this.isTurned;
      turn.setAttribute("aria-pressed", String(this.isTurned));
      this.changed();
    });
    turn.setAttribute("aria-pressed", "false");
    const all = button(this.say("whole"), () => this.zoom(undefined));
    this.tools.append(...(this.data.calls.length > 1 ? [levels] : []), this.search, turn, all, this.found);
  }

  /** After another level or another direction. */
  private changed(): void {
    this.root = this.tree();
    Object.assign(this.scene, { boxes: layOut(this.root, this.isTurned), zoom: undefined, selected: undefined });
    this.canvas.setAttribute("aria-label", this.say("calls-label", { level: this.data.calls[this.level]?.title ?? "" }));
    this.look();
  }

  private look(): void {
    const words = this.search.value.trim();
    this.scene.words = words;
    const share = words === "" || this.root.ms === 0 ? 0 : matched(this.root, words) / this.root.ms;
    this.found.textContent = words === "" ? "" : this.say("found", { share: percent(share) });
    this.paint();
  }

  private zoom(box: Box | undefined): void {
    this.scene.zoom = box?.depth === 0 ? undefined : box;
    this.paint();
  }

  private paint(): void {
    if (this.width > 0) draw(this.canvas, this.scene, this.width);
  }

  private select(box: Box | undefined): void {
    if (!box) return;
    this.scene.selected = box;
    const [left, right] = edges(this.scene, box, this.width);
    if (right - left < 1) this.scene.zoom = box.parent;
    this.paint();
    this.tip.tell(box);
    const at = this.canvas.getBoundingClientRect();
    const [from] = edges(this.scene, box, this.width);
    this.tip.show(box, at.left + from, at.top + (box.depth + 1) * ROW - 14);
  }

  private under(e: MouseEvent): Box | undefined {
    const at = this.canvas.getBoundingClientRect();
    return boxAt(this.scene.boxes, shareAt(this.scene, e.clientX - at.left, this.width), Math.floor((e.clientY - at.top) / ROW));
  }

  private listen(): void {
    const c = this.canvas;
    c.tabIndex = 0;
    c.setAttribute("role", "application");
    c.addEventListener("mousemove", (e) => {
      const box = this.under(e);
      c.classList.toggle("over", box !== undefined);
      if (box) this.tip.show(box, e.clientX, e.clientY);
      else this.tip.hide();
    });
    c.addEventListener("mouseleave", () => this.tip.hide());
    c.addEventListener("blur", () => this.tip.hide());
    addEventListener("scroll", () => this.tip.hide(), { passive: true });
    c.addEventListener("click", (e) => {
      const box = this.under(e);
      if (!box) return;
      this.scene.selected = box;
      this.zoom(box);
    });
    c.addEventListener("keydown", (e) => this.key(e));
  }

  private key(e: KeyboardEvent): void {
    if (e.ctrlKey || e.metaKey || e.altKey) return;
    const { boxes, selected } = this.scene;
    const go = (way: "up" | "down" | "left" | "right") => () => this.select(selected ? neighbour(boxes, selected, way) : boxes[0]);
    const acts: Record<string, () => void> = {
      ArrowUp: go("up"),
      ArrowDown: go("down"),
      ArrowLeft: go("left"),
      ArrowRight: go("right"),
      Enter: () => this.zoom(selected),
      Escape: () => this.zoom(undefined),
      "/": () => this.search.focus(),
    };
    const act = acts[e.key];
    if (!act) return;
    e.preventDefault();
    act();
  }
}
