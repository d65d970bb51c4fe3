// node accesses.mjs PAGE SIZE... PICTURE: opens the site of each size in the view of sites, and
// prints what it says of reads and writes, the strip in words, and the titles of its fields.
import { finish, go, open, texts } from "./browser.mjs";

const [file, ...sizes] = process.argv.slice(2);
const picture = sizes.pop();
const opened = await open(file, "#sites");
const { page } = opened;
for (const size of sizes) {
  await go(page, `#sites?size=${size}`);
  await page.evaluate(() => document.querySelector(".toggle").click());
  const [said] = await texts(page, ".accesses");
  console.log(`${size}: ${said ?? "no accesses"}`);
  const strip = await page.$(".access-strip");
  if (!strip) continue;
  console.log(`${size}: ${await strip.evaluate((its) => its.getAttribute("aria-label"))}`);
  console.log(`${size}: ${await strip.evaluate((its) => [...its.querySelectorAll("title")].map((one) => one.textContent).join("; "))}`);
  if (size === sizes[0]) await page.screenshot({ path: picture, fullPage: true });
}
await finish(opened);
