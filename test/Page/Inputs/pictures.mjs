// node pictures.mjs PAGE PREFIX WIDTHxHEIGHT SCHEME VIEW...: PREFIX<view>.png of
// each view, of all without a name. HEIGHT 0: of the whole view, however long.
import { finish, go, open } from "./browser.mjs";

const [file, prefix, size, scheme, ...named] = process.argv.slice(2);
const [width, height] = size.split("x").map(Number);
const opened = await open(file, "", { width, height: height || 800, scheme });
const { page } = opened;
const all = await page.$$eval("nav.views a", (links) => links.map((link) => link.getAttribute("href").slice(1).replace(/\?.*/, "")));
for (const view of named.length ? named : all) {
  await go(page, `#${view}`);
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  if (overflow > 0) opened.problems.push(`${view}: ${overflow} pixels do not fit into ${width}`);
  await page.screenshot({ path: `${prefix}${view}.png`, fullPage: height === 0 });
}
console.log((named.length ? named : all).length, "pictures");
await finish(opened);
