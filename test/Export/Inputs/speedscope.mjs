// Opens a file in speedscope, in a headless Chromium without a network, and prints
// what it shows: the title, and of its table of functions each row, for each of
// the profiles that are named.
//
// usage: speedscope.mjs FILE SCREENSHOT PROFILE...
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { pathToFileURL } from "node:url";

const require = createRequire(join(process.env.ANOMALLOC_PAGE_BUILD, "package.json"));
const puppeteer = require("puppeteer-core");
const viewer = join(dirname(require.resolve("speedscope/package.json")), "dist", "release", "index.html");
const [file, screenshot, ...profiles] = process.argv.slice(2);

const browser = await puppeteer.launch({
  executablePath: process.env.CHROMIUM,
  args: ["--no-sandbox", "--allow-file-access-from-files", "--enable-unsafe-swiftshader",
         "--host-resolver-rules=MAP * ~NOTFOUND"],
  timeout: 120_000,
  protocolTimeout: 240_000,
});
const page = await browser.newPage();
page.on("pageerror", (error) => console.log(`problem: ${error.message}`));
page.on("dialog", (dialog) => {
  console.log(`problem: ${dialog.message()}`);
  dialog.accept();
});
await page.setViewport({ width: 1280, height: 700 });
// With a profile to come, it shows nothing of its own.
await page.goto(pathToFileURL(viewer).href + "#localProfilePath=/dev/null");
await page.waitForFunction("window.speedscope", { timeout: 120_000 });
await page.evaluate((name, content) => window.speedscope.loadFileFromBase64(name, content),
                    basename(file), readFileSync(file).toString("base64"));
await page.waitForSelector("canvas", { timeout: 120_000 });

/** Ends when speedscope has drawn what was asked for. */
const settled = () => page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
const text = () => page.evaluate(() => document.body.innerText);

await page.keyboard.press("2"); // Left heavy
await settled();
const shown = async () => (await text()).match(/(\S+) \((\d+)\/\d+\)/) ?? [];
console.log(`title: ${await page.title()}, ${(await shown())[0]}`);
await page.screenshot({ path: screenshot });
await page.keyboard.press("3"); // Sandwich: a table
for (const name of profiles) {
  while ((await shown())[2] > 1) {
    await page.keyboard.press("p"); // The profile before
    await settled();
  }
  for (let tries = 0; (await shown())[1] !== name && tries < 20; ++tries) {
    await page.keyboard.press("n"); // The next one
    await settled();
  }
  await page.waitForSelector("tr", { timeout: 120_000 });
  const rows = await page.$$eval("tr", (found) => found.map((row) => row.innerText.replace(/\s+/g, " ").trim()));
  console.log(`profile: ${name}`);
  for (const row of rows) console.log(`row: ${row}`);
}
await browser.close();
