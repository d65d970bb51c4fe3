// Opens a trace in Perfetto's page, in a headless Chromium, and asks its trace
// processor. Page and trace are served to the browser alone; nothing else is reached.
//
// usage: perfetto.mjs PAGE FILE SCREENSHOT [QUERIES]
//
// QUERIES has SQL, a query a line. Prints the rows of each, as a line of JSON. A SCREENSHOT of "-" is none; for
// others the tracks of the process are unfolded.
import { createReadStream, existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { extname, join } from "node:path";

const require = createRequire(join(process.env.ANOMALLOC_PAGE_BUILD, "package.json"));
const puppeteer = require("puppeteer-core");
const [folder, file, screenshot, queries] = process.argv.slice(2);

const types = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".json": "application/json",
                ".wasm": "application/wasm" };
// The page of this package asks for its trace by itself, under these names.
const answers = { "/vizviewer_info": "{}", "/file_info": "{}" };
const server = createServer((request, response) => {
  const path = new URL(request.url, "http://page").pathname;
  const wanted = path === "/localtrace" ? file : join(folder, path === "/" ? "index.html" : path);
  if (path in answers) response.end(answers[path]);
  else if (!existsSync(wanted)) response.writeHead(404).end();
  else {
    response.writeHead(200, { "Content-Type": types[extname(wanted)] ?? "application/octet-stream" });
    createReadStream(wanted).pipe(response);
  }
});
await new Promise((done) => server.listen(0, "127.0.0.1", done));

const browser = await puppeteer.launch({
  executablePath: process.env.CHROMIUM,
  args: ["--no-sandbox", "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"],
  timeout: 120_000,
  protocolTimeout: 240_000,
});
const page = await browser.newPage();
page.on("pageerror", (error) => console.log(`problem: ${error.message}`));
await page.setViewport({ width: 1280, height: 640 });
await page.goto(`http://127.0.0.1:${server.address().port}/`);
await page.waitForFunction("window.app?.trace && !window.app.isLoadingTrace", { timeout: 120_000 });
for (const query of queries ? readFileSync(queries, "utf8").trim().split("\n") : []) {
  const rows = await page.evaluate(async (sql) => {
    const result = await window.app.trace.engine.query(sql);
    const number = (value) => (typeof value === "bigint" ? Number(value) : value);
    const found = [];
    for (const it = result.iter({}); it.valid(); it.next())
      found.push(Object.fromEntries(result.columns().map((name) => [name, number(it.get(name))])));
    return found;
  }, query);
  console.log(JSON.stringify(rows));
}
if (screenshot !== "-") {
  await page.evaluate(() => {
    for (const track of window.app.trace.workspace.flatTracks) track.expand();
  });
  await page.waitForNetworkIdle({ idleTime: 2000 });
  await page.screenshot({ path: screenshot });
}
await browser.close();
server.close();
