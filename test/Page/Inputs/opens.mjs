// node opens.mjs PAGE [FRAGMENT]: what stands in the window, title and headings.
import { finish, open, texts } from "./browser.mjs";

const [file, fragment = ""] = process.argv.slice(2);
const opened = await open(file, fragment);
console.log("title:", await opened.page.title());
for (const heading of await texts(opened.page, "h1, h2")) console.log("heading:", heading);
for (const view of await texts(opened.page, "nav a[aria-current]")) console.log("view:", view);
for (const line of await texts(opened.page, ".coverage")) console.log("coverage:", line);
await finish(opened);
