// A button on each command that copies it.

import { say } from "./data.ts";
import { button } from "./dom.ts";

const SHOWN_MS = 2000;

/** Gives every command of the page its button. */
export function addCopyButtons(words: Record<string, string>): void {
  document.querySelectorAll<HTMLPreElement>("pre.command").forEach((command) => {
    const text = command.textContent ?? "";
    const b = button(say(words, "copy"), () => {
      void copy(command, text).then((done) => {
        b.textContent = say(words, done ? "copied" : "copy");
        setTimeout(() => (b.textContent = say(words, "copy")), SHOWN_MS);
      });
    });
    b.className = "copy";
    b.setAttribute("aria-live", "polite");
    command.append(b);
  });
}

/** By the clipboard; where a browser refuses that, by selecting the command, which the reader can then copy. */
async function copy(command: HTMLElement, text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const range = document.createRange();
    range.selectNodeContents(command.querySelector("code") ?? command);
    getSelection()?.removeAllRanges();
    getSelection()?.addRange(range);
    return false;
  }
}
