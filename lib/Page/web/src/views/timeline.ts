// Live memory over a run: bands of those who held the most at the peak.
import "./timeline.css";
import { roundTicks, withoutTrailingZeros } from "../axis";
import { dataTable } from "../data-table";
import { load } from "../data";
import type { Timeline, Track } from "../documents";
import { fill, h, s } from "../dom";
import { baseName, formatBytes, formatCount, formatDuration, formatNumberOf, formatPercent } from "../format";
import { nameOfFrame, siteLink, siteNames, type SiteName } from "../site-names";
import type { Context, View } from "../views";

type Point = Track["points"][number];
type Holder = Timeline["holders"][number];

/** Told apart by colour-blind people, too (Okabe and Ito); the last: all others. */
const colours = ["#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00", "#f0e442", "#bbbbbb"];
const others = colours.length - 1;
const box = { width: 960, height: 320, left: 76, right: 28, top: 12, bottom: 28 };

interface Axis {
  id: string;
  title: string;
  step: number;
  end: number;
  peakAt: number;
  points: Point[];
  /** Of the numbers beside it. */
  base: 2 | 10;
  text(value: number): string;
}

function axesOf(its: Timeline): Axis[] {
  const axes: Axis[] = [
    {
      id: "allocated",
      title: "what was allocated so far",
      step: Number(its.by_bytes_allocated.step),
      end: Number(its.allocated.bytes),
      peakAt: Number(its.peak.bytes_allocated),
      points: its.by_bytes_allocated.points,
      base: 2,
      text: formatBytes,
    },
  ];
  if (its.by_nanoseconds)
    axes.unshift({
      id: "time",
      title: "time",
      step: Number(its.by_nanoseconds.step),
      end: Number(its.nanoseconds ?? 0),
      peakAt: Number(its.peak.nanoseconds ?? 0),
      points: its.by_nanoseconds.points,
      base: 10,
      text: formatDuration,
    });
  return axes;
}

function nameOf(holder: Holder, sites: Map<string, SiteName>): SiteName {
  const known = holder.site ? sites.get(holder.site) : undefined;
  if (known) return known;
  const { place, dark } = holder;
  const text = place ? nameOfFrame(place) : dark ? `${dark.function || `0x${dark.offset.toString(16)}`} in ${baseName(dark.library) || "?"} (dark)` : "?";
  return { text, full: text };
}

/** Of a point, by band; without a trace all of it is one band. */
function partsOf(point: Point): number[] {
  return point.parts ? point.parts.map(Number) : [...Array<number>(others).fill(0), Number(point.bytes)];
}

function picture(its: Timeline, axis: Axis): SVGSVGElement {
  const end = Math.max(axis.end, axis.step * axis.points.length, 1);
  const most = axis.points.reduce((highest, point) => Math.max(highest, Number(point.bytes)), Math.max(Number(its.peak.bytes), 1));
  const x = (at: number) => box.left + (at / end) * (box.width - box.left - box.right);
  const y = (bytes: number) => box.height - box.bottom - (bytes / most) * (box.height - box.top - box.bottom);
  const svg = s("svg", { viewBox: `0 0 ${box.width} ${box.height}`, role: "img", class: "timeline", "aria-label": `Live bytes over ${axis.title}` });
  for (const bytes of roundTicks(most, 2))
    svg.append(
      s("path", { class: "grid", d: `M${box.left} ${y(bytes)}H${box.width - box.right}` }),
      s("text", { x: box.left - 6, y: y(bytes) + 4, "text-anchor": "end" }, withoutTrailingZeros(formatBytes(bytes))),
    );
  for (const at of roundTicks(end, axis.base))
    svg.append(s("text", { x: x(at), y: box.height - 8, "text-anchor": at ? "middle" : "start" }, withoutTrailingZeros(axis.text(at))));
  const below = axis.points.map(() => 0);
  for (let band = others; band >= 0; --band) {
    let up = "";
    let down = "";
    let isEmpty = true;
    axis.points.forEach((point, i) => {
      const from = below[i]!;
      const part = partsOf(point)[band] ?? 0;
      below[i] = from + part;
      isEmpty &&= part === 0;
      const [left, right] = [x(i * axis.step), x((i + 1) * axis.step)];
      up += `${i ? "H" : "M"}${left.toFixed(1)}${i ? "V" : " "}${y(below[i]!).toFixed(1)}H${right.toFixed(1)}`;
      down = `H${right.toFixed(1)}V${y(from).toFixed(1)}H${left.toFixed(1)}${down}`;
    });
    if (!isEmpty) svg.append(s("path", { fill: colours[band], d: `${up}${down}Z` }));
  }
  svg.append(s("path", { class: "peak", d: `M${x(axis.peakAt)} ${box.top}V${box.height - box.bottom}` }));
  svg.append(s("path", { class: "cursor", d: "" }));
  return svg;
}

function moment(its: Timeline, axis: Axis, index: number, sites: Map<string, SiteName>): HTMLElement {
  const point = axis.points[index]!;
  const parts = partsOf(point);
  const from = axis.text(index * axis.step);
  const to = axis.text((index + 1) * axis.step);
  return h(
    "div",
    {},
    h(
      "p",
      {},
      h("b", {}, `${formatBytes(point.bytes)} in ${formatNumberOf(point.blocks, "block")}`),
      from === to ? `: the most at about ${from}` : `: the most between ${from} and ${to}`,
    ),
    point.parts &&
      h(
        "ul",
        { class: "bands" },
        parts.map((bytes, band) => {
          const holder = its.holders[band];
          if (bytes === 0 && !holder) return null;
          const swatch = h("span", { class: "swatch", "aria-hidden": "true" });
          swatch.style.background = colours[band]!;
          return h(
            "li",
            {},
            swatch,
            h("span", { class: "bytes" }, `${formatCount(bytes)} B`),
            band === others ? "all others" : h("code", { title: nameOf(holder!, sites).full }, nameOf(holder!, sites).text),
            band !== others && holder!.section && h("span", { class: "section" }, ` in ${holder!.section}`),
          );
        }),
      ),
  );
}

function draw(its: Timeline, axis: Axis, sites: Map<string, SiteName>, context: Context): HTMLElement {
  const svg = picture(its, axis);
  const told = h("div", { class: "moment", "aria-live": "polite" });
  const last = axis.points.length - 1;
  const peak = Math.min(last, Math.floor(axis.peakAt / axis.step));
  const slider = h("input", { type: "range", min: 0, max: last, step: 1, class: "cursor", "aria-label": `Moment, over ${axis.title}` });
  const show = () => {
    const index = Number(slider.value);
    slider.setAttribute("aria-valuetext", `${axis.text(index * axis.step)}: ${formatBytes(axis.points[index]!.bytes)} live`);
    const end = Math.max(axis.end, axis.step * axis.points.length, 1);
    const at = box.left + (((index + 0.5) * axis.step) / end) * (box.width - box.left - box.right);
    svg.querySelector(".cursor")!.setAttribute("d", `M${at} ${box.top}V${box.height - box.bottom}`);
    fill(told, moment(its, axis, index, sites));
  };
  const asked = Number(context.state.at ?? "");
  slider.value = String(context.state.at && asked >= 0 && asked <= last ? asked : peak);
  slider.addEventListener("input", () => (context.setState({ at: slider.value }), show()));
  svg.addEventListener("click", (event) => {
    const area = svg.getBoundingClientRect();
    const at = (((event.clientX - area.left) / area.width) * box.width - box.left) / (box.width - box.left - box.right);
    slider.value = String(Math.floor(at * axis.points.length));
    context.setState({ at: slider.value });
    show();
  });
  show();
  return h("div", { class: "timeline-room" }, svg, slider, told);
}

export const timelineView: View = {
  id: "timeline",
  title: "Timeline",
  needs: ["timeline"],
  missing: (report) =>
    report.filtered
      ? "This page was written with a filter. A timeline is of all blocks: 'anomalloc html' writes it without a filter."
      : "There is no timeline here. 'anomalloc record --mode=trace PROGRAM' records live memory over time; " +
        "--mode=lifetime records it over what was allocated. A timeline is that of one process: write the page of one profile.",
  async render(root, context) {
    const its = await load<Timeline>("timeline", context.run);
    const sites = await siteNames(context.run);
    if (context.signal.aborted) return;
    const axes = axesOf(its);
    const room = h("div");
    const show = () => {
      const axis = axes.find((one) => one.id === context.state.over) ?? axes[0]!;
      fill(room, axis.points.length ? draw(its, axis, sites, context) : h("p", {}, "Nothing was allocated."));
    };
    const choice = h("select", {}, axes.map((axis) => h("option", { value: axis.id, selected: axis.id === context.state.over }, axis.title)));
    choice.addEventListener("change", () => (context.setState({ over: choice.value, at: "" }), show()));
    const { peak } = its;
    fill(
      root,
      h("h1", {}, "Timeline"),
      h(
        "p",
        { class: "peak-text" },
        "Peak ",
        h("b", {}, `${formatBytes(peak.bytes)} in ${formatNumberOf(peak.blocks, "block")}`),
        ` (${formatCount(peak.bytes)} B), when ${peak.nanoseconds === undefined ? "at least " : ""}${formatBytes(peak.bytes_allocated)} were allocated`,
        peak.nanoseconds !== undefined && `, at ${formatDuration(peak.nanoseconds)}`,
        `; ${formatNumberOf(its.allocated.blocks, "allocation")}, ${formatNumberOf(its.freed.blocks, "free")}`,
      ),
      its.missing && h("p", { class: "warning" }, its.missing),
      h("label", {}, "Over ", choice),
      axes.length < 2 && h("p", { class: "hint" }, "'anomalloc record --mode=trace PROGRAM' tells it over time, too, and who held memory before and after the peak."),
      room,
      h("h2", {}, "Who held the peak"),
      dataTable(
        its.holders,
        [
          { title: "Bytes at the peak", isNumber: true, by: (row) => row.at_peak.bytes, cell: (row) => formatCount(row.at_peak.bytes) },
          { title: "Share", isNumber: true, cell: (row) => formatPercent(row.at_peak.bytes, peak.bytes) },
          { title: "Blocks", isNumber: true, by: (row) => row.at_peak.blocks, cell: (row) => formatCount(row.at_peak.blocks) },
          { title: "Bytes at the end", isNumber: true, by: (row) => row.at_end.bytes, cell: (row) => formatCount(row.at_end.bytes) },
          { title: "Section", by: (row) => row.section, cell: (row) => row.section || "outside" },
          {
            title: "Who",
            by: (row) => nameOf(row, sites).text,
            cell: (row) => siteLink(nameOf(row, sites), row.site, context),
          },
        ],
        { caption: "Live blocks at the peak and at the end, by who allocated them", sortedBy: 0 },
      ),
    );
    show();
  },
};
