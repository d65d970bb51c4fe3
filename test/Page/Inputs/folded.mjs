// node folded.mjs PAGE STACKS: walks through the flame graph with recursion folded, by its
// table, and compares what each stack allocates with STACKS, the JSON of
// 'stacks --user --fold-recursion --limit=0'.
import { readFileSync } from "node:fs";
import { finish, go, open } from "./browser.mjs";

const [file, json] = process.argv.slice(2);
const wanted = new Map();
for (const { frames, occurrences } of JSON.parse(readFileSync(json, "utf8")).types) {
  const path = frames.map((frame) => frame.function).reverse().join(" > ");
  wanted.set(path, (wanted.get(path) ?? 0) + occurrences);
}
const opened = await open(file, "#flame?user=1&fold=1");
const { page } = opened;
const rows = () =>
  page.$$eval(".flame-table tbody tr", (all) =>
    all.map((row) => ({ own: Number(row.cells[2].innerText.replaceAll(",", "")), name: row.querySelector("button").innerText })),
  );
const shown = new Map();
async function walk(path) {
  await go(page, "#flame?user=1&fold=1");
  for (const name of path)
    await page.evaluate((its) => [...document.querySelectorAll(".flame-table tbody button")].find((button) => button.innerText === its).click(), name);
  for (const { own, name } of await rows()) {
    if (name.startsWith("(")) continue; // Blocks without a stack.
    if (own > 0) shown.set([...path, name].join(" > "), own);
    await walk([...path, name]);
  }
}
await walk([]);
for (const path of new Set([...wanted.keys(), ...shown.keys()]))
  if (wanted.get(path) !== shown.get(path)) console.log(`problem: ${path}: ${shown.get(path)}, wanted ${wanted.get(path)}`);
console.log(`${shown.size} stacks allocate`);
await finish(opened);
