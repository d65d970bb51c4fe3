// node says.mjs PAGE VIEW...: what stands in each view, without the frame of the page.
import { finish, go, open, texts } from "./browser.mjs";

const [file, ...views] = process.argv.slice(2);
const opened = await open(file, `#${views[0]}`);
for (const view of views) {
  await go(opened.page, `#${view}`);
  console.log(`${view}:`, (await texts(opened.page, "main"))[0]);
}
await finish(opened);
