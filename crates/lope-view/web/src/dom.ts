/** Small help for building the page. Text from elsewhere becomes text, never markup. */

export function element<K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: Record<string, string> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

export function find<E extends HTMLElement = HTMLElement>(id: string): E {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no #${id}`);
  return found as E;
}

/** A section that opens and closes, and remembers which. */
export function pane(title: string, open = true): { section: HTMLDetailsElement; body: HTMLDivElement } {
  const body = element("div", { class: "pane" });
  const section = element("details", {}, element("summary", {}, title), body);
  const key = `pane ${title}`;
  section.open = (recall(key) ?? String(open)) === "true";
  section.addEventListener("toggle", () => remember(key, String(section.open)));
  return { section, body };
}

/** What was remembered on this machine; nothing where the browser keeps nothing. */
export function recall(key: string): string | null {
  try {
    return localStorage.getItem(`lope ${key}`);
  } catch {
    return null;
  }
}

export function remember(key: string, value: string): void {
  try {
    localStorage.setItem(`lope ${key}`, value);
  } catch {
    // A browser that keeps nothing forgets: no harm.
  }
}

/** Shows a message for a while; a warning longer. */
export function toast(text: string, warning = false): void {
  const box = find("toasts");
  const close = element("button", { type: "button", "aria-label": "Close" }, "×");
  const made = element("div", { class: warning ? "toast warn" : "toast" }, element("p", {}, text), close);
  const timer = setTimeout(() => made.remove(), warning ? 9000 : 5000);
  close.addEventListener("click", () => {
    clearTimeout(timer);
    made.remove();
  });
  for (const old of [...box.children]) if (old.textContent === made.textContent) old.remove();
  box.append(made);
  while (box.children.length > 3) box.firstElementChild?.remove();
}
