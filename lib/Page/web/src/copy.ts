// Puts text into the clipboard.
import { fill, h } from "./dom";

async function toClipboard(text: string): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  // Not every browser takes a page from a disk for safe.
  const area = h("textarea", { class: "unseen" });
  area.value = text;
  document.body.append(area);
  area.select();
  document.execCommand("copy");
  area.remove();
}

/** A button that copies what TEXT gives at that time. WHAT is for screen readers. */
export function copyButton(what: string, text: () => string, label = "Copy"): HTMLElement {
  const button = h("button", { type: "button", class: "copy", "aria-label": `${label}: ${what}` }, label);
  button.addEventListener("click", () =>
    toClipboard(text()).then(
      () => {
        fill(button, "Copied");
        setTimeout(() => fill(button, label), 1500);
      },
      () => fill(button, "Not allowed"),
    ),
  );
  return button;
}
