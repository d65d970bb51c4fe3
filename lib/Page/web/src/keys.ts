// Keys for the whole page.

/** "/" goes to the search field of a view, "[" and "]" to the view before and behind. */
export function listenToKeys(): void {
  addEventListener("keydown", (event) => {
    const target = event.target as Element;
    if (event.ctrlKey || event.metaKey || event.altKey || target.closest?.("input, select, textarea")) return;
    if (event.key === "/") {
      const search = document.querySelector<HTMLElement>("[data-search]");
      if (!search) return;
      event.preventDefault();
      search.focus();
    } else if (event.key === "[" || event.key === "]") {
      const links = [...document.querySelectorAll<HTMLAnchorElement>("nav.views a")];
      const now = links.findIndex((link) => link.ariaCurrent === "page");
      links[now + (event.key === "]" ? 1 : -1)]?.click();
    }
  });
}

/** Paper shows what a click would open. */
export function openForPrint(): void {
  addEventListener("beforeprint", () => {
    for (const element of document.querySelectorAll("details")) element.open = true;
  });
}
