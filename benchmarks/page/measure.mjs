// node measure.mjs PAGE [ROUNDS]: opens a page in Chromium at each view, and does there what
// a person does. Prints the medians as a table in markdown. Environment: ANOMALLOC_PAGE_BUILD,
// CHROMIUM, as test/Page/lit.local.cfg sets them.
import { statSync } from "node:fs";
import { open } from "../../test/Page/Inputs/browser.mjs";

const [file, rounds = "3"] = process.argv.slice(2);
const median = (values) => [...values].sort((a, b) => a - b)[values.length >> 1];

/** What the page's main thread computed so far, in milliseconds of its own clock. */
async function computed(client) {
  const { metrics } = await client.send("Performance.getMetrics");
  return 1000 * metrics.find((metric) => metric.name === "TaskDuration").value;
}

/** From an event to the picture after it: milliseconds, and those that the page computed. */
async function act(page, client, what, argument) {
  const before = await computed(client);
  const wall = await page.evaluate(
    async (source, its) => {
      const begin = performance.now();
      await new Function("its", `return (${source})(its)`)(its);
      await new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)));
      return performance.now() - begin;
    },
    what.toString(),
    argument,
  );
  return [wall, (await computed(client)) - before];
}

const key = (name) => document.querySelector("canvas.flame").dispatchEvent(new KeyboardEvent("keydown", { key: name, bubbles: true, cancelable: true }));
const type = (text) => {
  const field = document.querySelector("[data-search]");
  field.value = text;
  field.dispatchEvent(new Event("input", { bubbles: true }));
};
const choose = ([label, value]) => {
  const field = [...document.querySelectorAll("label")].find((one) => one.innerText.includes(label)).querySelector("select, input");
  if (field.type === "checkbox") field.checked = value;
  else field.value = value;
  field.dispatchEvent(new Event(field.type === "checkbox" ? "change" : "change", { bubbles: true }));
};
const click = (at) => {
  const canvas = document.querySelector("canvas.flame");
  const { left, top } = canvas.getBoundingClientRect();
  for (const name of at.kinds) canvas.dispatchEvent(new MouseEvent(name, { clientX: left + at.x, clientY: top + at.y, bubbles: true }));
};

const flameActions = [
  ["the pointer moves", click, { kinds: ["mousemove"], x: 300, y: 150 }],
  ["a click selects", click, { kinds: ["click"], x: 300, y: 150 }],
  ["an arrow moves", key, "ArrowRight"],
  ["a double click zooms", click, { kinds: ["dblclick"], x: 200, y: 90 }],
  ["Escape shows all", key, "Escape"],
  ["a letter is searched for", type, "a"],
  ["a name is searched for", type, "Assembler<double, 42>"],
  ["the search ends", type, ""],
  ["another measure", choose, ["Measure", "bytes"]],
  ["recursion folded", choose, ["Fold recursion", true]],
  ["arguments of templates collapsed", choose, ["Collapse templates", true]],
  ["both back", choose, ["Collapse templates", false]],
];

const opened = {};
const acted = {};
for (let round = 0; round < Number(rounds); ++round)
  for (const view of ["summary", "sites", "flame", "callgraph", "timeline", "lifetimes", "threads"]) {
    const { browser, page, problems } = await open(file, `#${view}`);
    const took = await page.evaluate(() => performance.getEntriesByName("anomalloc-ready")[0].startTime);
    (opened[view] ??= []).push(took);
    if (view === "flame") {
      const client = await page.createCDPSession();
      await client.send("Performance.enable", { timeDomain: "threadTicks" });
      for (const [name, what, argument] of flameActions) (acted[name] ??= []).push(await act(page, client, what, argument));
    }
    for (const problem of problems) console.log("problem:", problem);
    await browser.close();
  }
console.log(`page: ${(statSync(file).size / 1e6).toFixed(1)} MB`);
console.log("| opened at | s |\n| --- | --- |");
for (const [view, times] of Object.entries(opened)) console.log(`| \`#${view}\` | ${(median(times) / 1000).toFixed(2)} |`);
console.log("\n| in the flame graph | ms | computed, ms |\n| --- | --- | --- |");
for (const [name, times] of Object.entries(acted))
  console.log(`| ${name} | ${[0, 1].map((which) => median(times.map((time) => time[which])).toFixed(0)).join(" | ")} |`);
