// node theme.mjs PAGE: the colour of the page as the system, the switch and a
// printer want it.
import { finish, open } from "./browser.mjs";

const opened = await open(process.argv[2]);
const { page } = opened;
const paper = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
console.log("system light:", await paper());
await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: "dark" }]);
await page.waitForFunction("document.documentElement.dataset.theme === 'dark'");
console.log("system dark:", await paper());
await page.click(".controls button");
console.log("switched:", await paper());
await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
await page.emulateMediaType("print");
const rest = await page.evaluate(() => [getComputedStyle(document.querySelector("nav")).display, [...document.querySelectorAll("details")].every((one) => one.open) ? "open" : "closed"]);
console.log("paper:", `${await paper()}, navigation ${rest[0]}, all ${rest[1]}`);
await finish(opened);
