// The one table of views. To add one: a file in views/, a row here, its line in
// docs/html.md, a test in test/Page.
import type { Report } from "./report";
import { callgraphView } from "./views/callgraph";
import { compareView } from "./views/compare";
import { coverageView } from "./views/coverage";
import { flameView } from "./views/flame";
import { lifetimesView } from "./views/lifetimes";
import { sitesView } from "./views/sites";
import { sizesView } from "./views/sizes";
import { sourceView } from "./views/source";
import { summaryView } from "./views/summary";
import { threadsView } from "./views/threads";
import { timelineView } from "./views/timeline";

/** What a view is given beside its place in the page. */
export interface Context {
  /** The run that is shown; 0 is the first. */
  run: number;
  /** How many runs the page has. */
  runs: number;
  /** What the address asks for: "#sites?sort=bytes" is { sort: "bytes" }. */
  state: Record<string, string>;
  /** Puts CHANGES into the address, and nothing else: the view draws itself. */
  setState(changes: Record<string, string>): void;
  /** The fragment that leads to another view of the same run. */
  link(view: string, state?: Record<string, string>): string;
  /** Ended when another view takes the place. */
  signal: AbortSignal;
}

export interface View {
  /** Stands in the address. */
  id: string;
  title: string;
  /** Documents without which there is nothing to show. */
  needs: string[];
  /** What to do to have them, a sentence or two; some views know more of a run. */
  missing?: string | ((report: Report) => string);
  /** Draws into ROOT, which is empty. */
  render(root: HTMLElement, context: Context): void | Promise<void>;
}

export const views: View[] = [
  summaryView,
  sizesView,
  sitesView,
  sourceView,
  flameView,
  callgraphView,
  timelineView,
  lifetimesView,
  threadsView,
  compareView,
  coverageView,
];
