// node hostile.mjs PAGE: looks through all views for what a name has made of the
// page: a foreign element, a script that ran, a character that turns text.
import { finish, go, open } from "./browser.mjs";

const [file] = process.argv.slice(2);
const opened = await open(file);
const { page, problems } = opened;
page.on("dialog", async (dialog) => {
  problems.push(`a script ran: ${dialog.message()}`);
  await dialog.dismiss();
});
const known = new Set(
  "HTML HEAD META TITLE STYLE BODY NOSCRIPT DIV SCRIPT HEADER NAV A CODE B SPAN P MAIN H1 H2 H3 OL LI SECTION ASIDE DL DT DD DETAILS SUMMARY TABLE CAPTION THEAD TBODY TFOOT TR TH TD BUTTON FORM INPUT SELECT OPTION LABEL UL CANVAS OUTPUT FIELDSET LEGEND FIGURE FIGCAPTION I PRE".split(" "),
);
let texts = "";
for (const link of await page.$$eval("nav.views a", (all) => all.map((one) => one.getAttribute("href")))) {
  await go(page, link);
  for (let i = 0; i < 8; ++i) await page.evaluate((i) => document.querySelectorAll(".toggle")[i]?.click(), i);
  await page.evaluate(() => document.querySelectorAll("details").forEach((one) => (one.open = true)));
  const { tags, attributes, text } = await page.evaluate(() => ({
    tags: [...new Set([...document.querySelectorAll(":not(svg, svg *)")].map((element) => element.tagName))],
    attributes: [...document.querySelectorAll("*")].flatMap((element) => element.getAttributeNames()).filter((name) => name.startsWith("on")),
    text: document.body.innerText + [...document.querySelectorAll("[title]")].map((element) => element.title),
  }));
  for (const tag of tags) if (!known.has(tag)) problems.push(`${link}: foreign element ${tag}`);
  for (const name of attributes) problems.push(`${link}: foreign attribute ${name}`);
  const turning = text.match(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/);
  if (turning) problems.push(`${link}: \\u{${turning[0].codePointAt(0).toString(16)}} is on the page`);
  if (await page.evaluate(() => globalThis.harmed)) problems.push(`${link}: a script ran`);
  texts += text;
}
console.log("as text:", ["<img src=x onerror=harmed=1>", "</script><script>harmed=1</script>", "\\u{202e}", "18,446,744,073,709,551,615"].filter((name) => texts.includes(name)).join(" | "));
await finish(opened);
