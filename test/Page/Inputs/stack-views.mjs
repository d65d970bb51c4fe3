// node stack-views.mjs PAGE FOLDER: goes through the views of stacks and time as a person
// does, by keys where there are keys, and compares what they show with the documents that
// the verbs printed into FOLDER: report.json, stacks.json, leaked.json, callgraph.json,
// timeline.json, and thread.json, the report of the thread 1. Pictures of each go there, too.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { finish, go, open, texts } from "./browser.mjs";

const [file, folder] = process.argv.slice(2);
const read = (name) => JSON.parse(readFileSync(join(folder, name), "utf8"));
const report = read("report.json");
const number = (text) => Number(/[\d,]+/.exec(text)[0].replaceAll(",", ""));
const opened = await open(file, "#flame");
const { page, problems } = opened;
const one = async (selector) => (await texts(page, selector))[0];

function same(what, shown, wanted) {
  console.log(shown === wanted ? `same: ${what}` : `problem: ${what}: ${shown}, wanted ${wanted}`);
}
const picture = (name) => page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
const address = () => page.evaluate("location.hash");

async function flame() {
  same("all allocations", number(await one(".flame-sums b")), report.totals.allocations + report.totals.pool_allocations);
  await picture("flame");
  // By keys to the outermost function, and into it.
  await page.focus("canvas.flame");
  await page.keyboard.press("ArrowDown");
  const listed = read("stacks.json").types;
  const outermost = await one(".flame-selected");
  const through = (name) =>
    listed.reduce((sum, type) => sum + (type.frames.at(-1).function === name ? type.occurrences : 0), 0);
  same("what came through the outermost function", number(await one(".flame-through")), through(outermost));
  await page.keyboard.press("Enter");
  same("the zoom is in the address", /at=\d+/.test(await address()), true);
  same("the path", await one(".flame-path b"), outermost);
  await page.keyboard.press("Escape");
  same("all again", await one(".flame-selected"), "all");
  // Searched for: stacks that the function is on.
  await page.keyboard.press("/");
  await page.keyboard.type("deeper");
  const found = listed.reduce((sum, type) => sum + (type.frames.some((frame) => frame.function.includes("deeper")) ? type.occurrences : 0), 0);
  same("stacks found", number((await one(".flame-matches")).replace(/^[^:]*:/, "")), found);
  await picture("flame-search");
  await go(page, "#flame?m=leaked-bytes&shape=flame&user=1");
  same("bytes never freed", number(await one(".flame-sums b")), report.lifetimes.totals.live.bytes);
  same("by stack", number(await one(".flame-sums b")), read("leaked.json").bytes);
  await picture("flame-leaked");
}

/** Selects the function NAME by its row in the table, and tells its line of sums. */
async function zoomTo(...names) {
  for (const name of names)
    await page.evaluate((wanted) => [...document.querySelectorAll(".flame-table button.link")].find((button) => button.innerText.includes(wanted)).click(), name);
  return number(await one(".flame-through"));
}

async function collapsed() {
  await go(page, "#flame?user=1");
  const once = await zoomTo("main", "deeper");
  await go(page, "#flame?user=1&fold=1");
  same("a folded recursion has all of it", await zoomTo("main", "deeper"), once);
  const callees = (await texts(page, ".flame-table tbody button")).filter((name) => name.includes("deeper"));
  same("and does not call itself", callees.length, 0);
  await go(page, "#flame?user=1&templates=1");
  same("arguments are gone", (await page.$$eval(".flame-table", (all) => all[0].innerText)).includes("twice<"), false);
}

async function callgraph() {
  await go(page, "#callgraph?share=1");
  const graph = read("callgraph.json");
  same("weight", number(await one(".graph-sums b")), graph.weight);
  same("functions", (await texts(page, ".view-callgraph tbody tr")).length, graph.vertices.length);
  const shared = graph.vertices.findIndex((vertex) => vertex.function.includes("make"));
  await page.$eval(`.vertex[data-vertex="${shared}"]`, (vertex) => vertex.focus());
  await page.keyboard.press("Enter");
  same("a shared function is drawn once", (await page.$$eval(".vertex .name", (names) => names.filter((name) => name.textContent.includes("make")))).length, 1);
  same("and has all that came through it", number(await one(".graph-through")), graph.vertices[shared].weightThrough);
  await page.evaluate(() => [...document.querySelectorAll("tbody button.link")].find((button) => button.innerText.includes("deeper")).click());
  const deeper = graph.vertices.find((vertex) => vertex.function.includes("deeper"));
  same("what came through a recursion", number(await one(".graph-through")), deeper.weightThrough);
  await picture("callgraph");
}

async function timeline() {
  await go(page, "#timeline?over=allocated");
  const its = read("timeline.json");
  same("the peak", number((await one(".peak-text")).split("(")[1]), its.peak.bytes);
  same("holders", number((await texts(page, ".view-timeline tbody td"))[0]), its.holders[0].at_peak.bytes);
  await picture("timeline");
  await page.focus("input.cursor");
  await page.keyboard.press("Home");
  await page.keyboard.press("End");
  const last = its.by_bytes_allocated.points.at(-1);
  same("the last moment", (await texts(page, ".bands .bytes")).reduce((sum, text) => sum + number(text), 0), last.bytes);
  same("it is in the address", new URLSearchParams((await address()).split("?")[1]).get("at"), String(its.by_bytes_allocated.points.length - 1));
}

async function lifetimes() {
  await go(page, "#lifetimes");
  const { totals } = report.lifetimes;
  const shown = (await page.$$eval(".lifetime-totals tbody tr", (rows) => rows.map((row) => row.cells[1].innerText))).map(number);
  same("totals", shown.slice(0, 5).join(), [totals.allocated.blocks, totals.freed.blocks, totals.temporary, totals.live.blocks, totals.at_peak.blocks].join());
  const bars = (await page.$$eval(".histogram tbody tr", (rows) => rows.map((row) => row.cells[1].innerText))).map(number);
  same("the histogram has all freed blocks", bars.reduce((sum, blocks) => sum + blocks, 0), totals.freed.blocks);
  await picture("lifetimes");
}

/** Sites of one thread, and the stacks of one site. */
async function sites() {
  const rows = async () => (await texts(page, ".track .row")).length;
  await go(page, "#sites");
  const all = await rows();
  await page.select("select[aria-label=Thread]", "1");
  same("the thread is in the address", await address(), "#sites?thread=1");
  const its = report.sites.find((site) => site.function.includes("make"));
  const listed = read("thread.json").sites;
  same("sites of the thread", await rows(), listed.length);
  same("and not of the other", listed.length < all, true);
  same("what it made", number((await one(".told")).split("; ")[1]), listed.reduce((sum, site) => sum + site.allocations, 0));
  await page.focus(".toggle");
  await page.keyboard.press("Enter");
  await page.waitForSelector(".details");
  same("threads of a site", (await texts(page, ".details")).join().includes("thread 1"), true);
  await picture("sites");
  await page.evaluate(() => [...document.querySelectorAll(".details a")].find((link) => link.innerText === "Its stacks").click());
  await page.waitForSelector(".flame-site");
  same("stacks of a site", number(await one(".flame-sums b")), its.allocations);
  await picture("flame-site");
  await page.evaluate(() => [...document.querySelectorAll(".flame-site a")].at(-1).click());
  await page.waitForFunction(() => !document.querySelector(".flame-site"));
  same("all stacks again", number(await one(".flame-sums b")), report.totals.allocations + report.totals.pool_allocations);
}

async function threads() {
  await go(page, "#threads");
  same("threads", await one(".thread-sums"), "1 process, 2 threads");
  const last = (await page.$$(".view-threads table")).at(-1);
  const shown = (await last.$$eval("tbody tr", (rows) => rows.map((row) => row.cells[2].innerText))).map(number);
  same("allocations of all threads", shown.reduce((sum, count) => sum + count, 0), report.totals.allocations);
  await picture("threads");
}

await flame();
await collapsed();
await callgraph();
await timeline();
await lifetimes();
await threads();
await sites();
if (problems.length) console.log("problem in the console");
await finish(opened);
