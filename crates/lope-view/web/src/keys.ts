/** Keys, and the help that lists them. */

import { element, find } from "./dom";

export interface Key {
  /** What the browser calls it; several for the same. */
  keys: string[];
  /** What stands in the help. */
  names: string[];
  about: string;
  run(): void;
}

export function listen(keys: Key[]): void {
  const list = find("keys");
  for (const key of keys) {
    list.append(
      element("dt", {}, ...key.names.map((name) => element("kbd", {}, name))),
      element("dd", {}, key.about),
    );
  }
  window.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    const target = event.target as HTMLElement;
    // Whoever types, chooses or presses a button by keyboard means that.
    if (target.closest("input, select, textarea, dialog")) return;
    if (event.key === " " && target.closest("button, summary, a")) return;
    const pressed = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const found = keys.find((key) => key.keys.includes(pressed));
    if (!found) return;
    event.preventDefault();
    if (!event.repeat || pressed.startsWith("Arrow") || pressed === "s") found.run();
  });
  // A button pressed with the mouse should not catch the space bar afterwards.
  document.addEventListener("click", (event) => {
    const button = (event.target as HTMLElement).closest("button");
    if (button && event.detail > 0) button.blur();
  });
}
