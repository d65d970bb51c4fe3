// Light or dark: as the system says, until the switch says otherwise.

const key = "anomalloc-theme";
type Theme = "light" | "dark";

function chosen(): Theme | null {
  try {
    const value = localStorage.getItem(key);
    return value === "light" || value === "dark" ? value : null;
  } catch {
    return null; // Not every browser keeps something for a file.
  }
}

const systemIsDark = () => matchMedia("(prefers-color-scheme: dark)").matches;

export function theme(): Theme {
  return chosen() ?? (systemIsDark() ? "dark" : "light");
}

export function applyTheme(): void {
  document.documentElement.dataset.theme = theme();
}

/** The other one, from now on. */
export function switchTheme(): void {
  const next = theme() === "dark" ? "light" : "dark";
  try {
    localStorage.setItem(key, next);
  } catch {
    // For this visit only.
  }
  document.documentElement.dataset.theme = next;
}

export function followSystem(): void {
  applyTheme();
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
    if (!chosen()) applyTheme();
  });
}
