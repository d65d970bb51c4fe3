// The part of the address behind '#' says what is shown: "#sites?sort=bytes&q=mesh".

export interface Route {
  view: string;
  /** What the view is asked for, in the order of the address. */
  state: Record<string, string>;
}

export function parseRoute(fragment: string): Route {
  const text = fragment.replace(/^#/, "");
  const at = text.indexOf("?");
  const view = decode(at < 0 ? text : text.slice(0, at));
  const state: Record<string, string> = {};
  for (const [key, value] of new URLSearchParams(at < 0 ? "" : text.slice(at + 1))) state[key] = value;
  return { view, state };
}

/** The same as text; empty values are left out. */
export function formatRoute(route: Route): string {
  const wanted = Object.entries(route.state).filter(([, value]) => value !== "");
  const query = new URLSearchParams(wanted).toString();
  return `#${encodeURIComponent(route.view)}${query ? `?${query}` : ""}`;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
