// Opens pages in a headless Chromium that has no network.
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const require = createRequire(join(process.env.ANOMALLOC_PAGE_BUILD, "package.json"));
const puppeteer = require("puppeteer-core");

/** The text of a file of one of the packages that the page's tests have. */
export const pathInPackage = (name) => require.resolve(name);

/**
 * Opens FILE at FRAGMENT and waits until its view is drawn. `problems` collects
 * what a console would show as an error, and whatever the page asks for that is
 * not itself.
 */
export async function open(file, fragment = "", { width = 1280, height = 800, scheme = "light" } = {}) {
  const browser = await puppeteer.launch({
    executablePath: process.env.CHROMIUM,
    args: ["--no-sandbox", "--disable-gpu", "--disable-lcd-text", "--host-resolver-rules=MAP * ~NOTFOUND"],
    // A machine that does other things as well is slow to start it.
    timeout: 120_000,
    protocolTimeout: 240_000,
  });
  const page = await browser.newPage();
  const url = pathToFileURL(file).href;
  const problems = [];
  page.on("console", (message) => {
    if (["error", "warn"].includes(message.type())) problems.push(`console: ${message.text()}`);
  });
  page.on("pageerror", (error) => problems.push(`error: ${error.message}`));
  page.on("request", (request) => {
    if (request.url().replace(/#.*/, "") !== url && !request.url().startsWith("data:"))
      problems.push(`asks for ${request.url().slice(0, 80)}`);
  });
  await page.setOfflineMode(true);
  await page.setViewport({ width, height });
  await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: scheme }]);
  await page.goto(url + fragment, { timeout: 120_000 });
  await drawn(page);
  return { browser, page, problems, url };
}

/** Waits until the view that was asked for is there. */
export async function drawn(page) {
  await page.waitForFunction("document.documentElement.dataset.ready", { timeout: 120_000 });
}

/** Leads to another view, as a link does. */
export async function go(page, fragment) {
  await page.evaluate((to) => {
    delete document.documentElement.dataset.ready;
    if (location.hash === to) dispatchEvent(new Event("hashchange"));
    else location.hash = to;
  }, fragment);
  await drawn(page);
}

/** What a person reads of the elements that SELECTOR finds, one line each. */
export function texts(page, selector) {
  return page.$$eval(selector, (found) => found.map((element) => element.innerText.replace(/\s+/g, " ").trim()));
}

/** Ends the browser and tells of problems: the last line of each test. */
export async function finish({ browser, problems }) {
  await browser.close();
  console.log(problems.length ? problems.join("\n") : "no problem");
}
