// The frame of the page: what was run, the views, the line of coverage, and what
// the address asks for.
import "./style.css";
import { load, has, numberOfRuns } from "./data";
import { fill, h } from "./dom";
import { baseName } from "./format";
import { coverageBar } from "./coverage-bar";
import { listenToKeys, openForPrint } from "./keys";
import type { Report } from "./report";
import { formatRoute, parseRoute, type Route } from "./route";
import { followSystem, switchTheme, theme } from "./theme";
import { views, type Context, type View } from "./views";

const runs = numberOfRuns();
let shown = new AbortController();

function currentRoute(): Route {
  const route = parseRoute(location.hash);
  return { ...route, view: views.some((view) => view.id === route.view) ? route.view : views[0]!.id };
}

function runOf(route: Route): number {
  const asked = Number(route.state.run ?? "1") - 1;
  return Number.isInteger(asked) && asked >= 0 && asked < runs ? asked : 0;
}

/** The run stays when the view changes. */
function withRun(run: number, state: Record<string, string>): Record<string, string> {
  return run ? { run: String(run + 1), ...state } : state;
}

function contextOf(route: Route, signal: AbortSignal): Context {
  const run = runOf(route);
  return {
    run,
    runs,
    state: route.state,
    signal,
    setState(changes) {
      const now = currentRoute();
      Object.assign(now.state, changes);
      Object.assign(route.state, changes);
      history.replaceState(null, "", formatRoute(now));
    },
    link: (view, state = {}) => formatRoute({ view, state: withRun(run, state) }),
  };
}

function isThere(view: View, run: number): boolean {
  return view.needs.every((name) => has(name, run));
}

function missingOf(view: View, report: Report): string {
  const { missing = "This page has no data for it." } = view;
  return typeof missing === "function" ? missing(report) : missing;
}

/** What the run was called: its command, or its programs. */
function commandOf(report: Report): string {
  const commands = new Set(report.processes.map((process) => process.command ?? ""));
  const [only] = commands;
  if (commands.size === 1 && only) return only;
  const programs = new Set(report.processes.map((process) => baseName(process.program ?? "")));
  return [...programs].filter(Boolean).join(", ") || "(unknown program)";
}

function navigation(route: Route): HTMLElement {
  const run = runOf(route);
  return h(
    "nav",
    { class: "views", "aria-label": "Views" },
    views.map((view) =>
      h(
        "a",
        {
          href: formatRoute({ view: view.id, state: withRun(run, {}) }),
          "aria-current": view.id === route.view ? "page" : null,
          class: isThere(view, run) ? null : "absent",
        },
        view.title,
      ),
    ),
  );
}

function runChoice(route: Route): HTMLElement | null {
  if (runs < 2) return null;
  const choice = h("select", { id: "run", "aria-label": "Run" });
  for (let run = 0; run < runs; ++run)
    choice.append(h("option", { value: run + 1, selected: run === runOf(route) }, `Run ${run + 1}`));
  choice.addEventListener("change", () => {
    const now = currentRoute();
    location.hash = formatRoute({ view: now.view, state: choice.value === "1" ? {} : { run: choice.value } });
  });
  return choice;
}

function themeButton(): HTMLElement {
  const button = h("button", { type: "button", class: "quiet" });
  const tell = () => fill(button, theme() === "dark" ? "Light colours" : "Dark colours");
  button.addEventListener("click", () => (switchTheme(), tell()));
  tell();
  return button;
}

async function show(): Promise<void> {
  shown.abort();
  shown = new AbortController();
  const { signal } = shown;
  const route = currentRoute();
  const run = runOf(route);
  const view = views.find((candidate) => candidate.id === route.view)!;
  const report = await load<Report>("report", run);
  if (signal.aborted) return;
  const command = commandOf(report);
  document.title = `${view.title} · ${command}`;
  const main = h("main", { id: "content", tabindex: -1, class: `view-${view.id}` });
  fill(
    document.getElementById("app")!,
    h("a", { class: "skip", href: "#content", onclick: toContent }, "Skip to the content"),
    h(
      "header",
      { class: "frame" },
      h("div", { class: "title" }, h("span", { class: "brand" }, "Anomalloc"), h("code", { class: "command", title: command }, command)),
      h("div", { class: "controls" }, runChoice(route), themeButton()),
      navigation(route),
      coverageBar(report, contextOf(route, signal)),
    ),
    main,
  );
  if (isThere(view, run)) await view.render(main, contextOf(route, signal));
  else fill(main, h("h1", {}, view.title), h("p", { class: "missing" }, missingOf(view, report)));
  performance.mark("anomalloc-ready");
  document.documentElement.dataset.ready = view.id;
}

function toContent(event: Event): void {
  event.preventDefault();
  document.getElementById("content")?.focus();
}

function tellOf(error: unknown): void {
  console.error(error);
  const text = error instanceof Error ? error.message : String(error);
  fill(document.getElementById("app")!, h("main", {}, h("h1", {}, "This page cannot be shown"), h("p", {}, text)));
}

function start(): void {
  followSystem();
  listenToKeys();
  openForPrint();
  if (typeof DecompressionStream === "undefined")
    return tellOf(new Error("Its data is compressed, and this browser cannot unpack it: take one of 2023 or later."));
  if (!runs) return tellOf(new Error("It has no data: 'anomalloc html' writes it."));
  addEventListener("hashchange", () => {
    delete document.documentElement.dataset.ready;
    show().catch(tellOf);
  });
  show().catch(tellOf);
}

start();
