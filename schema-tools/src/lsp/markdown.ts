/** Characters with a meaning in Markdown or HTML, within a line and at its beginning. */
const specialCharacters = /[\\`*_[\]<>&~|]/g;
const lineStart = /^(\s*)([#+\-=]|\d+(?=[.)](?:\s|$)))/;

const escapeLine = (line: string): string =>
  line
    .replace(specialCharacters, '\\$&')
    .replace(lineStart, (_, space: string, mark: string) => (/\d/.test(mark) ? `${space}${mark}\\` : `${space}\\${mark}`));

/** Code spans in descriptions, whose contents must not be escaped. */
const codeSpan = /(?<!`)`[^`\n]+`(?!`)/g;

const escapeText = (text: string): string =>
  text
    .split(/\r\n?|\n/)
    .map(escapeLine)
    .join('  \n');

/** Escapes a schema's plain text for Markdown, so that it reads the same in an editor; `code` in it stays code. */
export function escapeMarkdown(text: string): string {
  let done = 0;
  const parts: string[] = [];
  for (const { index, 0: code } of text.matchAll(codeSpan)) {
    parts.push(escapeText(text.slice(done, index)), code);
    done = index + code.length;
  }
  return parts.join('') + escapeText(text.slice(done));
}

/** A name as a code span, with any characters. */
export function formatCode(name: string): string {
  const longest = Math.max(0, ...[...name.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  const inner = name.replaceAll(/\s/g, ' ');
  return /^`|`$|^ .* $/.test(inner) || inner === '' ? `${fence} ${inner} ${fence}` : fence + inner + fence;
}
