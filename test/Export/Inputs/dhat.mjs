// Opens a file in DHAT's viewer, in a headless Chromium without a network, and
// prints the text that it shows.
//
// usage: dhat.mjs VIEWER FILE SCREENSHOT
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const require = createRequire(join(process.env.ANOMALLOC_PAGE_BUILD, "package.json"));
const puppeteer = require("puppeteer-core");
const [viewer, file, screenshot] = process.argv.slice(2);

const browser = await puppeteer.launch({
  executablePath: process.env.CHROMIUM,
  args: ["--no-sandbox", "--host-resolver-rules=MAP * ~NOTFOUND"],
  timeout: 120_000,
  protocolTimeout: 240_000,
});
const page = await browser.newPage();
page.on("pageerror", (error) => console.log(`problem: ${error.message}`));
await page.setViewport({ width: 1280, height: 900 });
await page.goto(pathToFileURL(viewer).href);
await (await page.$("input[type=file]")).uploadFile(file);
await page.waitForFunction(() => /PP 1|Invocation|rror/.test(document.body.innerText), { timeout: 120_000 });
await page.screenshot({ path: screenshot });
console.log(await page.evaluate(() => document.body.innerText));
await browser.close();
