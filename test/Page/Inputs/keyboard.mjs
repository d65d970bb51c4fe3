// node keyboard.mjs PAGE: what a person reaches without a mouse.
import { drawn, finish, open, texts } from "./browser.mjs";

const [file] = process.argv.slice(2);
const opened = await open(file);
const { page } = opened;
const press = async (...keys) => {
  for (const key of keys) await page.keyboard.press(key);
};
const focused = () => page.evaluate(() => document.activeElement.innerText.replace(/\s+/g, " ").trim());
const fragment = () => page.evaluate(() => location.hash);
const settle = () => page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));

await press("Tab");
console.log("first:", await focused());
await press("Enter");
console.log("then in:", await page.evaluate(() => document.activeElement.tagName));

// A view by Tab and Enter, the next one by a key.
await page.evaluate(() => document.querySelector("nav.views a").focus());
await press("Tab", "Tab", "Enter");
await page.waitForFunction("document.documentElement.dataset.ready === 'sites'");
console.log("view:", await fragment());

// In the table: down, open, to the end; the address follows.
await page.focus(".toggle");
await press("ArrowDown", "Enter");
await settle();
console.log("open:", await page.$$eval("[aria-expanded=true]", (all) => all.length), "of row", await page.$eval("[aria-expanded=true]", (one) => one.closest("[data-index]").dataset.index));
console.log("address:", (await fragment()).replace(/[0-9a-f]{16}/, "ID"));
await press("End");
await settle();
const last = await page.evaluate(() => Number(document.activeElement.closest("[data-index]")?.dataset.index));
console.log("last:", last + 2 === Number(await page.$eval(".room", (room) => room.ariaRowCount)) ? "the last row" : last);

// Search by a key, and what it leaves.
await press("/");
await page.keyboard.type("no such function");
await settle();
console.log("found:", (await texts(page, ".told"))[0]);
console.log("address:", (await fragment()).replace(/[0-9a-f]{16}/, "ID"));
await page.evaluate(() => document.activeElement.blur());
await page.evaluate(() => delete document.documentElement.dataset.ready);
await press("]");
await drawn(page);
console.log("next:", await fragment());

// The same address shows the same, after a reload too.
await page.goto("about:blank");
await page.goto(`${opened.url}#sites?q=mesh&sort=bytes&up=1`);
await drawn(page);
console.log("again:", await page.$eval("[data-search]", (field) => field.value), await page.$eval("[aria-sort]", (head) => `${head.innerText} ${head.ariaSort}`));
await finish(opened);
