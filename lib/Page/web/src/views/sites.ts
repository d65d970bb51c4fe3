// All sites: sorted, searched, filtered; each opens to its chain and callers.
import "./sites.css";
import { copyButton } from "../copy";
import { addCounts } from "../counts";
import { has, load } from "../data";
import { fill, h, type Part } from "../dom";
import type { Count } from "../exact-json";
import { baseName, formatBytes, formatCount, formatNumberOf } from "../format";
import { briefName } from "../names";
import type { Frame, Report, Site, Sites } from "../report";
import { accessesOf, siteAccesses } from "../site-accesses";
import { filterSites, partOf, sectionKey, sortKeys, sortSites, type MadeByThreads, type SiteFilter, type SortKey } from "../site-filter";
import { lineOf } from "../site-names";
import { SiteThreads } from "../site-threads";
import type { Threads } from "../threads";
import { virtualList } from "../virtual-list";
import type { Context, View } from "../views";

const headings: { key: SortKey | null; title: string; kind: string; help?: string }[] = [
  { key: "allocations", title: "Allocations", kind: "count" },
  { key: "bytes", title: "Bytes", kind: "bytes" },
  { key: "loops", title: "Loops", kind: "loops", help: "in the function, and along the deepest call chain" },
  { key: "rate", title: "Per loop", kind: "rate", help: "allocations in each iteration of the innermost loop, or in each entry of it" },
  { key: null, title: "Sizes", kind: "sizes" },
  { key: "place", title: "Line", kind: "place" },
  { key: null, title: "Finding", kind: "found" },
];

const filterKeys = ["q", "section", "size", "file", "depth", "finding", "rank", "thread"] as const;

function filterOf(state: Record<string, string>): SiteFilter {
  return Object.fromEntries(filterKeys.map((key) => [key, state[key] ?? ""])) as unknown as SiteFilter;
}

function rateOf(site: Site): string {
  if (site.allocations_per === null) return "";
  const digits = Number(site.allocations_per.toPrecision(3)).toString();
  return `${digits}${site.per === "entry" ? "/entry" : ""}`;
}

function sizesOf(site: Site): string {
  const shown = site.sizes.slice(0, 3).map((one) => formatCount(one.size)).join(", ");
  return site.sizes.length > 3 ? `${shown}, …` : shown;
}

/** What else is known: files with lines to lead to, threads if there are several, and accesses if they were counted. */
interface Around {
  context: Context;
  files: Set<string>;
  threads: SiteThreads | null;
  accesses: Awaited<ReturnType<typeof accessesOf>>;
}

function place(frame: Frame, { context, files }: Around): Part {
  if (!frame.file) return null;
  const text = h("code", { title: frame.file }, `${baseName(frame.file)}:${frame.line}`);
  if (!files.has(frame.file)) return [" ", text];
  return [" ", h("a", { href: context.link("source", { file: frame.file, line: String(frame.line) }) }, text)];
}

function frames(title: string, list: Frame[], around: Around, note = ""): Part {
  if (!list.length) return null;
  return h(
    "div",
    { class: "frames" },
    h("h2", {}, title),
    h(
      "ol",
      {},
      list.map((frame) => h("li", {}, h("code", {}, frame.function || "?"), place(frame, around))),
    ),
    note && h("p", { class: "note" }, note),
  );
}

function parts(title: string, rows: { name: string; count: Count; bytes?: Count }[]): Part {
  return h(
    "div",
    { class: "parts" },
    h("h2", {}, title),
    h("table", {}, h("tbody", {}, rows.map((row) => h("tr", {}, h("th", { scope: "row" }, row.name), h("td", { class: "number" }, formatCount(row.count)), row.bytes !== undefined && h("td", { class: "number" }, formatBytes(row.bytes)))))),
  );
}

function details(site: Site, around: Around): HTMLElement {
  const { context } = around;
  const shares = around.threads?.sharesOf(site.id) ?? [];
  const accesses = around.accesses?.get(site.id);
  return h(
    "div",
    { class: "details" },
    h(
      "div",
      { class: "columns" },
      h(
        "div",
        {},
        frames("Inline chain, the allocation first", site.chain, around),
        frames("Called from", site.callers, around, site.other_callers ? `and ${formatNumberOf(site.other_callers, "more line")}` : ""),
      ),
      h(
        "div",
        {},
        parts("Sections", site.sections.map((one) => ({ name: one.section || "(outside)", count: one.allocations, bytes: one.bytes }))),
        parts("Sizes", site.sizes.slice(0, 12).map((one) => ({ name: `${formatCount(one.size)} B`, count: one.allocations }))),
        site.sizes.length > 12 && h("p", { class: "note" }, `and ${formatNumberOf(site.sizes.length - 12, "more size")}`),
        shares.length > 0 && parts("Threads", shares.slice(0, 12).map((one) => ({ name: one.name, count: one.allocations, bytes: one.bytes }))),
        shares.length > 12 && h("p", { class: "note" }, `and ${formatNumberOf(shares.length - 12, "more thread")}`),
      ),
    ),
    accesses && siteAccesses(accesses),
    h(
      "p",
      { class: "links" },
      h("span", {}, `${formatCount(site.allocations)} allocations, ${formatCount(site.bytes)} bytes, by `, h("code", {}, site.callee || "?"), site.type && [" of ", h("code", {}, site.type)]),
      site.finding ? h("a", { href: context.link("summary", { finding: site.finding }) }, `Finding ${site.finding}`) : site.no_finding && h("span", {}, `No finding: ${site.no_finding}`),
      has("stacks", context.run) && h("a", { href: context.link("flame", { site: site.id }) }, "Its stacks"),
      h("span", {}, "Site ", h("code", {}, site.id)),
      copyButton("this site as text", () => textForCopy(site), "Copy"),
    ),
  );
}

function textForCopy(site: Site): string {
  const line = (frame: Frame) => `  ${frame.function || "?"} @ ${frame.file}:${frame.line}`;
  return [`${site.allocations} allocations, ${site.bytes} bytes, site ${site.id}`, ...site.chain.map(line), ...site.callers.map(line)].join("\n");
}

/** Null: one thread made all, or it is not known. */
async function threadsOf(run: number): Promise<SiteThreads | null> {
  const its = has("threads", run) ? await load<Threads>("threads", run) : null;
  return its?.sites ? new SiteThreads(its, its.sites) : null;
}

async function render(root: HTMLElement, context: Context): Promise<void> {
  const [report, { sites }] = await Promise.all([load<Report>("report", context.run), load<Sites>("sites", context.run)]);
  if (context.signal.aborted) return;
  const [threads, accesses] = await Promise.all([threadsOf(context.run), accessesOf(context.run)]);
  if (context.signal.aborted) return;
  const around = { context, files: new Set(report.lines_to_change.map((line) => line.file)), threads, accesses };
  const texts: string[] = [];
  const opened = new Set<string>(context.state.site ? [context.state.site] : []);
  let filter = filterOf(context.state);
  let key: SortKey = sortKeys.find((one) => one === context.state.sort) ?? "allocations";
  let isUp = context.state.up === "1";
  let order: number[] = [];
  let made: MadeByThreads = null;
  let focused = 0;

  const told = h("p", { class: "told", role: "status" });
  const head = h("div", { class: "row head", role: "row" });
  const track = h("div", { class: "track", role: "rowgroup" });
  const room = h("div", { class: "room", tabindex: 0, role: "table", "aria-label": "Allocation sites" }, h("div", { role: "rowgroup", class: "head-room" }, head), track);

  const choices = controls(report, sites, threads, filter, (changes) => {
    context.setState(changes);
    filter = filterOf(context.state);
    update();
  });

  function update(): void {
    const ids = new Set(report.findings.find((finding) => finding.rank === filter.finding)?.sites ?? []);
    made = threads && (filter.rank || filter.thread) ? threads.madeBy(filter) : null;
    order = sortSites(sites, filterSites(sites, texts, filter, ids, made), key, isUp);
    let [sum, bytes, part] = [0 as Count, 0 as Count, 0 as Count];
    for (const i of order) {
      const site = sites[i]!;
      if (site.family !== "pool") {
        sum = addCounts(sum, site.allocations);
        bytes = addCounts(bytes, site.bytes);
      }
      part = addCounts(part, partOf(site, filter, made) ?? 0);
    }
    const asked = askedPart();
    fill(told, h("b", {}, `${formatCount(order.length)} of ${formatNumberOf(sites.length, "site")}`), `: ${formatNumberOf(sum, "allocation")}`, bytes != 0 && `, ${formatBytes(bytes)}`, asked && `; ${formatCount(part)}${asked}`);
    room.setAttribute("aria-rowcount", String(order.length + 1));
    drawHead();
    focused = 0;
    room.scrollTop = 0;
    list.refresh();
  }
  /** What the numbers in grey are, where partOf() has them. */
  function askedPart(): string {
    const ways = [
      filter.section && ` in ${filter.section === "-" ? "no section" : filter.section}`,
      filter.size && ` of ${filter.size} bytes`,
      made && ` by ${threads!.describe(filter)}`,
    ].filter(Boolean);
    return ways.length === 1 ? String(ways[0]) : "";
  }
  function drawHead(): void {
    fill(
      head,
      headings.map(({ key: its, title, kind, help }) =>
        h(
          "div",
          { class: `cell ${kind}`, role: "columnheader", title: help ?? null, "aria-sort": its === key ? (isUp ? "ascending" : "descending") : null },
          its ? h("button", { type: "button", onclick: () => sort(its) }, title, its === key ? (isUp ? " ▴" : " ▾") : "") : title,
        ),
      ),
    );
  }
  function sort(by: SortKey): void {
    isUp = by === key && !isUp;
    key = by;
    context.setState({ sort: key === "allocations" ? "" : key, up: isUp ? "1" : "" });
    update();
    head.querySelectorAll<HTMLElement>("button")[sortKeys.indexOf(by)]?.focus();
  }
  function draw(index: number): HTMLElement {
    const site = sites[order[index]!]!;
    const isOpen = opened.has(site.id);
    const part = partOf(site, filter, made);
    const line = lineOf(site);
    const brief = briefName(line.function) || "?";
    const name = brief.slice(brief.lastIndexOf("::") + 1).replace(/^:/, "");
    const scope = brief.slice(0, brief.length - name.length);
    const cell = (kind: string, ...content: Part[]) => h("div", { class: `cell ${kind}`, role: "cell" }, ...content);
    const toggle = h(
      "button",
      { type: "button", class: "toggle", "aria-expanded": String(isOpen), onclick: () => open(index) },
      h("span", { class: "mark", "aria-hidden": "true" }, isOpen ? "▾" : "▸"),
      h("code", { class: "function", title: line.function }, h("span", { class: "scope" }, scope), h("span", {}, name)),
      line.file ? h("code", { class: "at", title: line.file }, `${baseName(line.file)}:${line.line}`) : "",
      site.callers.length + Number(site.other_callers) > 1 ? h("span", { class: "note" }, `+${site.callers.length + Number(site.other_callers) - 1}`) : "",
    );
    return h(
      "div",
      { class: isOpen ? "item open" : "item" },
      h(
        "div",
        { class: "row", role: "row", "aria-rowindex": index + 2 },
        cell("count", formatCount(site.allocations), part !== null && part != site.allocations && h("span", { class: "part" }, formatCount(part))),
        cell("bytes", formatBytes(site.bytes)),
        cell("loops", `${site.loop_depth}/${site.effective_loop_depth}`),
        cell("rate", rateOf(site)),
        cell("sizes", sizesOf(site)),
        cell("place", toggle),
        cell("found", site.finding ? h("a", { href: context.link("summary", { finding: site.finding }), "aria-label": `Finding ${site.finding}` }, site.finding) : ""),
      ),
      isOpen && h("div", { role: "row" }, h("div", { role: "cell" }, details(site, around))),
    );
  }
  function open(index: number): void {
    const { id } = sites[order[index]!]!;
    if (!opened.delete(id)) opened.add(id);
    context.setState({ site: opened.has(id) ? id : "" });
    const { scrollTop } = room;
    list.refresh();
    room.scrollTop = scrollTop;
    focus(index);
  }
  function focus(index: number): void {
    focused = Math.max(0, Math.min(order.length - 1, index));
    list.reveal(focused);
    track.querySelector<HTMLElement>(`[data-index="${focused}"] .toggle`)?.focus();
  }
  room.addEventListener("keydown", (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 15, PageUp: -15, Home: -order.length, End: order.length }[event.key];
    if (step === undefined || (event.target as Element).closest("a, input, .head")) return;
    event.preventDefault();
    const row = (event.target as Element).closest<HTMLElement>("[data-index]");
    focus(row ? Number(row.dataset.index) + step : focused);
  });

  fill(root, h("h1", {}, "Sites"), choices, told, room);
  const list = virtualList({ room, track, count: () => order.length, draw, rowHeight: 34, signal: context.signal });
  update();
  if (context.state.site) list.reveal(Math.max(0, order.findIndex((i) => sites[i]!.id === context.state.site)));
}

/** Search field and choices; CHANGED is told what was chosen. */
function controls(report: Report, sites: Site[], threads: SiteThreads | null, filter: SiteFilter, changed: (changes: Record<string, string>) => void): HTMLElement {
  const sizes = new Map<string, Count>();
  for (const one of report.usable.sizes) sizes.set(String(one.size), one.allocations);
  const files = [...new Set(sites.flatMap((site) => [site.file, ...site.callers.map((caller) => caller.file)]))].filter(Boolean).sort();
  const deepest = sites.reduce((most, site) => Math.max(most, Number(site.effective_loop_depth)), 0);
  const search = h("input", { type: "search", value: filter.q, placeholder: "Function, file, type …", "data-search": true, "aria-label": "Search sites" });
  search.addEventListener("input", () => changed({ q: search.value }));
  const choice = (name: string, title: string, any: string, options: [string, string][]) => {
    const chosen = filter[name as keyof SiteFilter];
    const known = options.some(([value]) => value === chosen) || !chosen;
    const select = h(
      "select",
      { "aria-label": title },
      h("option", { value: "" }, any),
      !known && h("option", { value: chosen, selected: true }, chosen),
      options.map(([value, text]) => h("option", { value, selected: value === chosen }, text)),
    );
    select.addEventListener("change", () => changed({ [name]: select.value }));
    return select;
  };
  const shortest = [...sizes.keys()].sort((a, b) => (BigInt(a) < BigInt(b) ? -1 : 1)).slice(0, 2000);
  return h(
    "form",
    { class: "filters", role: "search", onsubmit: (event) => event.preventDefault() },
    search,
    choice("section", "Section", "All sections", report.sections.map((one) => [sectionKey(one.name), one.name || "(outside)"])),
    choice("size", "Size", "All sizes", shortest.map((size) => [size, `${formatCount(BigInt(size))} B`])),
    choice("file", "File", "All files", files.map((file) => [file, baseName(file)])),
    choice("depth", "Loop depth", "Any depth", Array.from({ length: deepest }, (_, i) => [String(i + 1), `${formatNumberOf(i + 1, "loop")} or more`])),
    threads && threads.ranks.length > 0 && choice("rank", "Rank", "All ranks", threads.ranks),
    threads && threads.numbers.length > 0 && choice("thread", "Thread", "All threads", threads.numbers),
    choice("finding", "Finding", "Finding or none", [["none", "Without a finding"], ...report.findings.map((one): [string, string] => [one.rank, `Finding ${one.rank}`])]),
  );
}

export const sitesView: View = { id: "sites", title: "Sites", needs: ["report", "sites"], render };
