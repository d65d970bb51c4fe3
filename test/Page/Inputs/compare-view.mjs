// node compare-view.mjs PAGE FOLDER: what the comparison of two runs shows, beside diff.json
// and the runs' report-1.json and report-2.json in FOLDER; then the flame graph of both.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { finish, go, open, texts } from "./browser.mjs";

const [file, folder] = process.argv.slice(2);
const read = (name) => JSON.parse(readFileSync(join(folder, name), "utf8"));
const diff = read("diff.json");
const reports = [read("report-1.json"), read("report-2.json")];
const number = (text) => Number(/[\d,]+/.exec(text)[0].replaceAll(",", ""));
const opened = await open(file, "#compare");
const { page } = opened;

function same(what, shown, wanted) {
  console.log(String(shown) === String(wanted) ? `same: ${what}` : `problem: ${what}: ${shown}, wanted ${wanted}`);
}
/** By title of a figure: the number of each run, as a pointer over it shows it. */
const figures = new Map(
  await page.$$eval(".run-figure", (all) =>
    all.map((figure) => [figure.querySelector("b").innerText, [...figure.querySelectorAll("td[title]")].map((cell) => cell.title.replaceAll(",", ""))]),
  ),
);
const small = (report) => report.groups.sections.reduce((sum, section) => sum + section.small.allocations, 0);
same("small allocations", figures.get("Small allocations"), reports.map(small));
same("all allocations", figures.get("All allocations"), reports.map((report) => report.totals.allocations));
same("extra heap bytes", figures.get("Extra heap bytes, all blocks"), reports.map((report) => report.usable.extra_bytes));
same("peaks", figures.get("Peak of live bytes"), reports.map((report) => report.lifetimes.peak_bytes));

/** The numbers of all rows of the table, one row a text, in any order. */
const rows = () => page.$$eval("main table.wide tbody tr", (all) => all.map((row) => [...row.cells].slice(0, 2).map((cell) => cell.innerText.replace(/[,\sB]/g, "")).join(" ")).sort());
for (const table of ["lines", "functions", "sites", "sections", "sizes", "stacks"]) {
  await go(page, `#compare?table=${table}&all=1&m=bytes`);
  same(`${table}`, (await rows()).join("; "), diff[table].rows.map((row) => row.bytes.map((its) => its.most).join(" ")).sort().join("; "));
}
await go(page, "#compare?table=lines");
const changed = diff.lines.rows.filter((row) => row.allocations.some((its) => its.verdict !== "same"));
same("lines that changed", (await rows()).length, changed.length);
await page.screenshot({ path: join(folder, "compare.png"), fullPage: true });

await go(page, "#flame?run=2&base=1&user=1");
same("the second run", number((await texts(page, ".flame-sums b"))[0]), reports[1].totals.allocations);
const before = number(/run 1 had ([\d,]+)/.exec((await texts(page, ".flame-sums"))[0])[1]);
same("the first run", before, reports[0].totals.allocations);
for (const name of ["main", "keep"])
  await page.evaluate((wanted) => [...document.querySelectorAll(".flame-table button.link")].find((button) => button.innerText.includes(wanted)).click(), name);
const keep = (its) => its.stacks.rows.filter((row) => row.frames.some((frame) => frame.function.includes("keep")));
const sum = (side) => keep(diff).reduce((all, row) => all + row.allocations[side].most, 0);
const told = (await texts(page, ".flame-through"))[0];
same("what grew", told.replace(/,(?=\d{3})/g, "").match(/\d+/g).map(Number).at(0), sum(1));
same("by how much", /\+(\d+)/.exec(told)[1], sum(1) - sum(0));
await page.screenshot({ path: join(folder, "difference.png"), fullPage: true });
await finish(opened);
