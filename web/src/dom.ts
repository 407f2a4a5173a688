// Small helpers for elements of the page.

/** A new element with classes and text. */
export function element<K extends keyof HTMLElementTagNameMap>(tag: K, classes: string, text = ""): HTMLElementTagNameMap[K] {
  const e = document.createElement(tag);
  if (classes !== "") e.className = classes;
  e.textContent = text;
  return e;
}

/** A button that does something. */
export function button(text: string, act: () => void): HTMLButtonElement {
  const b = element("button", "", text);
  b.type = "button";
  b.addEventListener("click", act);
  return b;
}

/** A colour or another value of the style sheet, as it is now: light or dark. */
export function styled(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

/** Calls when light becomes dark or dark light, and when the page goes to paper or comes back. */
export function whenColoursChange(act: () => void): void {
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", act);
}

/** Calls with the width of an element, now and whenever it changes. */
export function whenWidthChanges(of: Element, act: (width: number) => void): void {
  let last = 0;
  new ResizeObserver((entries) => {
    const width = Math.floor(entries[0]?.contentRect.width ?? 0);
    if (width > 0 && width !== last) act((last = width));
  }).observe(of);
}
