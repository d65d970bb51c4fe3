// node source.mjs PAGE [FRAGMENT]: the lines that allocate in the view of sources,
// what it remarks of the file and of the lines, and what the document says of the
// first file.
import { finish, open, texts } from "./browser.mjs";

const opened = await open(process.argv[2], process.argv[3] ?? "#source");
for (const cells of await opened.page.$$eval(".code tr.hot", (rows) => rows.map((row) => [...row.cells].map((cell) => cell.querySelector("code")?.innerText ?? cell.innerText))))
  console.log(cells.map((cell) => cell.trim()).join(" | "));
for (const remark of await texts(opened.page, ".warning, section > h2 ~ .note ~ .note, section > .note:first-child")) console.log("remark:", remark);
for (const remark of await texts(opened.page, ".code tr.hot .remark")) console.log("beside it:", remark);
const state = await opened.page.evaluate(async () => {
  const element = document.querySelector("script[data-name=sources]");
  if (!element) return "none";
  const bytes = Uint8Array.from(atob(element.textContent), (char) => char.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return JSON.parse(await new Response(stream).text()).files[0].state;
});
console.log("document:", state);
await finish(opened);
