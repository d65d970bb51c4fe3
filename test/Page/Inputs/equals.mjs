// node equals.mjs PAGE REPORT: whether the numbers in the views of the page are
// those of 'anomalloc report --json', exactly.
import { readFileSync } from "node:fs";
import { finish, go, open, texts } from "./browser.mjs";

const [file, json] = process.argv.slice(2);
const report = JSON.parse(readFileSync(json, "utf8"));
const opened = await open(file);
const { page } = opened;
const digits = (text) => Number(text.split(" ")[0].replace(/,/g, ""));
let compared = 0;
function same(what, shown, wanted) {
  ++compared;
  if (JSON.stringify(shown) !== JSON.stringify(wanted)) console.log(`${what}: ${JSON.stringify(shown)} in place of ${JSON.stringify(wanted)}`);
}
/** The cells of a table, by the name that a screen reader tells. */
const rows = (name) =>
  page.evaluate(
    (name) =>
      [...document.querySelectorAll(`[role=region][aria-label="${name}"] tbody tr`)].map((row) =>
        [...row.cells].map((cell) => cell.innerText.trim()),
      ),
    name,
  );

// Summary: each finding with its number, what it saves, and each of its lines.
const findings = await page.$$eval(".finding", (cards) =>
  cards.map((card) => ({
    rank: card.querySelector(".rank .number").innerText,
    allocated: card.querySelector(".amount b").innerText,
    saves: card.querySelector(".saves")?.innerText ?? "",
    lines: [...card.querySelectorAll("tbody tr")].map((row) => row.cells[0].textContent),
  })),
);
same("findings", findings.map(({ rank }) => rank), report.findings.map(({ rank }) => rank));
report.findings.forEach((finding, i) => {
  same(`finding ${finding.rank}`, digits(findings[i].allocated), finding.allocated);
  same(`saving ${finding.rank}`, findings[i].saves.toLowerCase(), finding.saves.toLowerCase());
  same(`lines ${finding.rank}`, findings[i].lines, finding.lines.map((line) => (line.counted ? line.allocations.toLocaleString("en") : "perhaps")));
});
same("coverage", digits((await texts(page, ".coverage b"))[0]), report.totals.allocations);

await go(page, "#sizes?rows=all");
const sections = report.sections.map(({ name }) => name);
const shown = new Map();
for (const [size, ...counts] of await rows("Allocations per size and section"))
  counts.slice(0, -1).forEach((count, i) => count && shown.set(`${digits(size)} ${sections[i]}`, digits(count)));
same("sizes", shown.size, report.sizes.length);
for (const { size, section, allocations } of report.sizes) same(`size ${size} ${section}`, shown.get(`${size} ${section}`), allocations);
same("histogram", (await rows("Sizes by powers of two")).map((row) => digits(row[1])), report.histogram.map((row) => row.allocations));
same("bins", (await rows("Extra heap bytes by bin of sizes")).map((row) => digits(row[1])), report.usable.bins.map((row) => row.allocations));
same("groups", (await rows("Small, mid-sized and large allocations per section")).map((row) => row.slice(1).map((cell) => digits(cell.split(" ")[0] || "0"))),
  report.groups.sections.map((row) => [row.small, row.mid, row.large].map((each) => each.allocations)));

// Sites: all, scrolled through.
await go(page, "#sites");
const sites = await page.evaluate(async () => {
  const room = document.querySelector(".room");
  const found = new Map();
  for (let at = 0; ; at += 200) {
    room.scrollTop = at;
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    for (const item of room.querySelectorAll("[data-index]")) found.set(Number(item.dataset.index), item.querySelector(".count").innerText);
    if (at > room.scrollHeight) return [...found].sort((a, b) => a[0] - b[0]).map(([, text]) => text);
  }
});
same("sites", sites.map(digits), report.sites.map((site) => site.allocations));

await go(page, "#source");
const lines = new Map();
for (const line of report.lines_to_change) if (line.file) lines.set(`${line.file} ${line.line}`, (lines.get(`${line.file} ${line.line}`) ?? 0) + line.allocations);
for (const name of new Set(report.lines_to_change.map((line) => line.file).filter(Boolean))) {
  await go(page, `#source?${new URLSearchParams({ file: name })}`);
  for (const [count, line] of await rows(name)) if (/^\d/.test(count)) same(`${name}:${line}`, digits(count), lines.get(`${name} ${line}`));
}

await go(page, "#coverage");
same("dark", (await rows("Dark allocations")).map((row) => digits(row[1])), report.dark.map((row) => row.allocations));
same("parts", (await rows("Allocations at sites and dark ones")).map((row) => digits(row[1])),
  [report.totals.allocations, report.totals.site_allocations, report.totals.leading_allocations, report.totals.dark_allocations, report.totals.pool_allocations]);

console.log(`${compared} compared`);
await finish(opened);
