// What became of the blocks: how long they lived, which were temporary, what is left.
import "./lifetimes.css";
import { dataTable } from "../data-table";
import { has, load } from "../data";
import { fill, h } from "../dom";
import type { Count } from "../exact-json";
import { baseName, formatBytes, formatCount, formatDuration, formatNumberOf, formatPercent } from "../format";
import type { Frame } from "../report";
import type { View } from "../views";

interface Bucket {
  first: Count;
  last: Count;
  blocks: Count;
}
interface Blocks {
  blocks: Count;
  bytes: Count;
}
/** docs/lifetimes.schema.json */
interface Lifetimes {
  state: "not recorded" | "not seen" | "partly" | "seen";
  temporary_limit: Count;
  peak_bytes: Count;
  unknown_frees: Count;
  unwatched: Blocks;
  totals: Record<"allocated" | "freed" | "live" | "at_peak", Blocks> & Record<"temporary" | "freed_elsewhere" | "reallocated" | "moved", Count>;
  lifetimes_bytes: Bucket[];
  lifetimes_nanoseconds: Bucket[];
  places: Place[];
}
interface SiteDocument {
  sites: (Frame & { id: string })[];
}

/** A site, or a function of a library. */
interface Place {
  site: string | null;
  library: string;
  function: string;
  allocated: Blocks;
  live: Blocks;
  at_peak: Blocks;
  temporary: Count;
}

const recordLifetimes = "'anomalloc record --mode=lifetime PROGRAM' records which blocks are temporary, kept or leaked.";

function nameOf(place: Place, sites: Map<string, string>): string {
  if (place.site) return sites.get(place.site) ?? `site ${place.site}`;
  return `${place.function || "?"} in ${baseName(place.library) || "?"} (dark)`;
}

function histogram(buckets: Bucket[], caption: string, text: (value: Count) => string): HTMLElement {
  const most = Math.max(1, ...buckets.map((bucket) => Number(bucket.blocks)));
  const all = buckets.reduce((sum, bucket) => sum + Number(bucket.blocks), 0);
  const bar = (bucket: Bucket) => {
    const its = h("div", { class: "bar", "aria-hidden": "true" });
    its.style.width = `${(100 * Number(bucket.blocks)) / most}%`;
    return its;
  };
  return h(
    "table",
    { class: "wide histogram" },
    h("caption", {}, caption),
    h("thead", {}, h("tr", {}, ["Lived for at least", "Blocks", "Share", "Drawn"].map((title, i) => h("th", { scope: "col", class: i < 3 ? "number" : null }, title)))),
    h(
      "tbody",
      {},
      buckets.map((bucket) =>
        h(
          "tr",
          {},
          h("td", { class: "number" }, text(bucket.first)),
          h("td", { class: "number" }, formatCount(bucket.blocks)),
          h("td", { class: "number" }, formatPercent(bucket.blocks, all)),
          h("td", { class: "bars" }, bar(bucket)),
        ),
      ),
    ),
  );
}

async function siteNames(run: number): Promise<Map<string, string>> {
  if (!has("sites", run)) return new Map();
  const { sites } = await load<SiteDocument>("sites", run);
  return new Map(sites.map((site) => [site.id, `${site.function || "?"} @ ${baseName(site.file) || "?"}:${site.line}`]));
}

function totalsOf({ totals, peak_bytes, temporary_limit }: Lifetimes): HTMLElement {
  const row = (title: string, blocks: Count, bytes: Count | null, note = "") =>
    h(
      "tr",
      {},
      h("th", { scope: "row" }, title),
      h("td", { class: "number" }, formatCount(blocks)),
      h("td", { class: "number" }, formatPercent(blocks, totals.allocated.blocks)),
      h("td", { class: "number" }, bytes === null ? "" : `${formatCount(bytes)} B`),
      h("td", {}, note),
    );
  return h(
    "table",
    { class: "wide lifetime-totals" },
    h("thead", {}, h("tr", {}, ["Which", "Blocks", "Share", "Bytes", "Drawn"].map((title, i) => h("th", { scope: "col", class: i && i < 4 ? "number" : null }, title)))),
    h(
      "tbody",
      {},
      row("Allocated", totals.allocated.blocks, totals.allocated.bytes),
      row("Freed", totals.freed.blocks, totals.freed.bytes),
      row("Temporary", totals.temporary, null, `freed by their own thread after at most ${formatNumberOf(temporary_limit, "allocation")} of it`),
      row("Never freed", totals.live.blocks, totals.live.bytes, "they lived when the record ended"),
      row("At the peak", totals.at_peak.blocks, totals.at_peak.bytes, `the most live bytes: ${formatBytes(peak_bytes)}`),
      row("Freed by another thread", totals.freed_elsewhere, null),
      row("Given back by realloc", totals.reallocated, null, `${formatCount(totals.moved)} of them were copied`),
    ),
  );
}

export const lifetimesView: View = {
  id: "lifetimes",
  title: "Lifetimes",
  needs: ["lifetimes"],
  async render(root, context) {
    const lifetimes = await load<Lifetimes>("lifetimes", context.run);
    if (lifetimes.state === "not recorded" || lifetimes.state === "not seen") {
      const why =
        lifetimes.state === "not recorded"
          ? `This run did not record lifetimes. ${recordLifetimes}`
          : "Lifetimes were not seen: another allocator stands before Anomalloc's, or is a part of the program, and its frees do not pass through the runtime.";
      return fill(root, h("h1", {}, "Lifetimes"), h("p", { class: "missing" }, why));
    }
    const sites = await siteNames(context.run);
    const named = lifetimes.places.map((place) => ({ ...place, name: nameOf(place, sites) }));
    fill(
      root,
      h("h1", {}, "Lifetimes"),
      lifetimes.state === "partly" && h("p", { class: "warning" }, "Some processes did not see their frees: what is here is of the others."),
      Number(lifetimes.unwatched.blocks) > 0 &&
        h("p", { class: "warning" }, `${formatNumberOf(lifetimes.unwatched.blocks, "allocation")} were counted, but not watched.`),
      Number(lifetimes.unknown_frees) > 0 && h("p", { class: "warning" }, `${formatNumberOf(lifetimes.unknown_frees, "free")} were of blocks that were not watched.`),
      totalsOf(lifetimes),
      h("h2", {}, "How long blocks lived"),
      histogram(lifetimes.lifetimes_bytes, "Freed blocks, by the bytes that were allocated meanwhile", formatBytes),
      lifetimes.lifetimes_nanoseconds.length > 0
        ? histogram(lifetimes.lifetimes_nanoseconds, "Freed blocks, by time", formatDuration)
        : h("p", { class: "hint" }, "In time, too: record --mode=lifetime --timed."),
      h("h2", {}, "By place"),
      dataTable(
        named,
        [
          { title: "Allocated", isNumber: true, by: (place) => place.allocated.blocks, cell: (place) => formatCount(place.allocated.blocks) },
          { title: "Temporary", isNumber: true, by: (place) => place.temporary, cell: (place) => formatCount(place.temporary) },
          { title: "of them", isNumber: true, by: (place) => Number(place.temporary) / Number(place.allocated.blocks), cell: (place) => formatPercent(place.temporary, place.allocated.blocks) },
          { title: "Never freed", isNumber: true, by: (place) => place.live.blocks, cell: (place) => formatCount(place.live.blocks) },
          { title: "Bytes never freed", isNumber: true, by: (place) => place.live.bytes, cell: (place) => formatCount(place.live.bytes) },
          { title: "Bytes at the peak", isNumber: true, by: (place) => place.at_peak.bytes, cell: (place) => formatCount(place.at_peak.bytes) },
          {
            title: "Place",
            by: (place) => place.name,
            cell: ({ name, site }) => (site ? h("a", { href: context.link("sites", { site }) }, h("code", {}, name)) : h("code", {}, name)),
          },
        ],
        { caption: "Sites, and functions of libraries; all sections and sizes of each", sortedBy: 0 },
      ),
    );
  },
};
