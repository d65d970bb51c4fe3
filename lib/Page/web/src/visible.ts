// Characters that would not be seen, or would turn the text around them, are
// shown as what they are, as lib/Support/Printable.h does for terminals.

const unseen = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ud800-\udfff]/u;

/** TEXT, with "\u{202e}" in place of such a character. Tabs and line ends stay. */
export function visible(text: string): string {
  if (!unseen.test(text)) return text;
  return text.replace(new RegExp(unseen.source, "gu"), (char) => `\\u{${char.codePointAt(0)!.toString(16)}}`);
}
