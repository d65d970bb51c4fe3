// What became of the blocks: how long they lived, which were temporary, what is left.
import "./lifetimes.css";
import { dataTable } from "../data-table";
import { load } from "../data";
import type { Interval, Lifetimes, LifetimeBucket } from "../documents";
import { fill, h } from "../dom";
import { estimateNote, formatAbout, formatEstimate, formatEstimatedBytes } from "../estimate";
import type { Count } from "../exact-json";
import { baseName, formatBytes, formatCount, formatDuration, formatNumberOf, formatPercent } from "../format";
import { siteLink, siteNames, type SiteName } from "../site-names";
import type { View } from "../views";

/** A site, or a function of a library. */
type Place = Lifetimes["places"][number];

const recordLifetimes = "'anomalloc record --mode=lifetime PROGRAM' records which blocks are temporary, kept or leaked.";

function nameOf(place: Place, sites: Map<string, SiteName>): SiteName {
  const known = place.site ? sites.get(place.site) : undefined;
  const text = place.site ? `site ${place.site}` : `${place.function || "?"} in ${baseName(place.library) || "?"} (dark)`;
  return known ?? { text, full: text };
}

/** ABOUT: "~" if the numbers are estimates. */
function histogram(buckets: LifetimeBucket[], caption: string, about: string, text: (value: Count) => string): HTMLElement {
  const most = Math.max(1, ...buckets.map((bucket) => Number(bucket.blocks)));
  const all = buckets.reduce((sum, bucket) => sum + Number(bucket.blocks), 0);
  const bar = (bucket: LifetimeBucket) => {
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
          h("td", { class: "number" }, about ? formatAbout(Number(bucket.blocks), false) : formatCount(bucket.blocks)),
          h("td", { class: "number" }, about + formatPercent(bucket.blocks, all)),
          h("td", { class: "bars" }, bar(bucket)),
        ),
      ),
    ),
  );
}

function temporaryMeans(limit: Count): string {
  if (limit == 0) return "freed by the thread that made them, before its next allocation";
  return `freed by the thread that made them, before it made more than ${formatNumberOf(limit, "other block")}`;
}

function totalsOf({ totals, peak_bytes, temporary_limit, intervals, sample }: Lifetimes): HTMLElement {
  const about = sample ? "~" : "";
  const row = (title: string, blocks: Count, bytes: Count | null, note = "", ofBlocks?: Interval, ofBytes?: Interval) =>
    h(
      "tr",
      {},
      h("th", { scope: "row" }, title),
      h("td", { class: "number" }, formatEstimate(blocks, ofBlocks)),
      h("td", { class: "number" }, (ofBlocks ? about : "") + formatPercent(blocks, totals.allocated.blocks)),
      h("td", { class: "number" }, bytes === null ? "" : formatEstimatedBytes(bytes, ofBytes)),
      h("td", {}, note),
    );
  const table = h(
    "table",
    { class: "wide lifetime-totals" },
    h("thead", {}, h("tr", {}, ["Blocks that were", "Number", "Share", "Bytes", "Which are they"].map((title, i) => h("th", { scope: "col", class: i && i < 4 ? "number" : null }, title)))),
    h(
      "tbody",
      {},
      row("allocated", totals.allocated.blocks, totals.allocated.bytes),
      row("freed", totals.freed.blocks, totals.freed.bytes, "", intervals?.freed_blocks, intervals?.freed_bytes),
      row("temporary", totals.temporary, null, temporaryMeans(temporary_limit), intervals?.temporary),
      row("never freed", totals.live.blocks, totals.live.bytes, "they still lived at the end", intervals?.live_blocks, intervals?.live_bytes),
      row("live at the peak", totals.at_peak.blocks, totals.at_peak.bytes, `when ${about}${formatBytes(peak_bytes)} were live, the most of the run`, intervals?.at_peak_blocks, intervals?.at_peak_bytes),
      row("freed by another thread", totals.freed_elsewhere, null, "than the one that allocated them", intervals?.freed_by_other_thread),
      !sample && row("given to realloc", totals.reallocated, null, `it copied ${formatCount(totals.moved)} of them to another place`),
    ),
  );
  return h("div", { class: "table-room", tabindex: 0, role: "region", "aria-label": "What became of blocks" }, table);
}

/** Exact bytes have no unit where the head of the column has it. */
const cellOfBytes = (bytes: Count, interval?: Interval) => (interval ? formatEstimatedBytes(bytes, interval) : formatCount(bytes));

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
    const about = lifetimes.sample ? "~" : "";
    const named = lifetimes.places.map((place) => ({ ...place, name: nameOf(place, sites) }));
    fill(
      root,
      h("h1", {}, "Lifetimes"),
      estimateNote(lifetimes.sample),
      lifetimes.state === "partly" && h("p", { class: "warning" }, "Some processes did not see their frees: what is here is of the others."),
      Number(lifetimes.unwatched.blocks) > 0 &&
        h("p", { class: "warning" }, `${formatNumberOf(lifetimes.unwatched.blocks, "allocation")} were counted, but not watched.`),
      Number(lifetimes.unknown_frees) > 0 && h("p", { class: "warning" }, `${formatNumberOf(lifetimes.unknown_frees, "free")} were of blocks that were not watched.`),
      totalsOf(lifetimes),
      h("h2", {}, "How long blocks lived"),
      histogram(lifetimes.lifetimes_bytes, "Freed blocks, by the bytes that were allocated meanwhile", about, formatBytes),
      lifetimes.lifetimes_nanoseconds.length > 0
        ? histogram(lifetimes.lifetimes_nanoseconds, "Freed blocks, by time", about, formatDuration)
        : h("p", { class: "hint" }, "'anomalloc record --mode=lifetime --timed PROGRAM' tells how long in seconds, too."),
      h("h2", {}, "By place"),
      dataTable(
        named,
        [
          { title: "Allocated", isNumber: true, by: (place) => place.allocated.blocks, cell: (place) => formatCount(place.allocated.blocks) },
          { title: "Temporary", isNumber: true, by: (place) => place.temporary, cell: (place) => formatEstimate(place.temporary, place.intervals?.temporary) },
          { title: "of them", isNumber: true, by: (place) => Number(place.temporary) / Number(place.allocated.blocks), cell: (place) => (place.intervals?.temporary ? about : "") + formatPercent(place.temporary, place.allocated.blocks) },
          { title: "Never freed", isNumber: true, by: (place) => place.live.blocks, cell: (place) => formatEstimate(place.live.blocks, place.intervals?.live_blocks) },
          { title: "Bytes never freed", isNumber: true, by: (place) => place.live.bytes, cell: (place) => cellOfBytes(place.live.bytes, place.intervals?.live_bytes) },
          { title: "Bytes at the peak", isNumber: true, by: (place) => place.at_peak.bytes, cell: (place) => cellOfBytes(place.at_peak.bytes, place.intervals?.at_peak_bytes) },
          {
            title: "Place",
            by: (place) => place.name.text,
            cell: ({ name, site }) => siteLink(name, site, context),
          },
        ],
        { caption: "Sites, and functions of libraries; all sections and sizes of each", sortedBy: 0 },
      ),
    );
  },
};
