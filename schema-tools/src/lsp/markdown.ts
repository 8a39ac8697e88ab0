/** What means something in Markdown or HTML within a line, and at its beginning. */
const within = /[\\`*_[\]<>&~|]/g;
const beginning = /^(\s*)([#+\-=]|\d+(?=[.)](?:\s|$)))/;

const escapedLine = (line: string): string => line.replace(within, '\\$&').replace(beginning, (_, space: string, mark: string) => (/\d/.test(mark) ? `${space}${mark}\\` : `${space}\\${mark}`));

/** Code spans as people write them in descriptions: nothing in them means anything. */
const codeSpan = /(?<!`)`[^`\n]+`(?!`)/g;

const escapedText = (text: string): string => text.split(/\r\n?|\n/).map(escapedLine).join('  \n');

/** Text of a schema, which is no Markdown, so that it reads the same in an editor; `code` in it stays code. */
export function escapedMarkdown(text: string): string {
  let done = 0;
  const parts: string[] = [];
  for (const { index, 0: code } of text.matchAll(codeSpan)) {
    parts.push(escapedText(text.slice(done, index)), code);
    done = index + code.length;
  }
  return parts.join('') + escapedText(text.slice(done));
}

/** A name as a code span, whatever is in it. */
export function code(name: string): string {
  const longest = Math.max(0, ...[...name.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  const inner = name.replaceAll(/\s/g, ' ');
  return /^`|`$|^ .* $/.test(inner) || inner === '' ? `${fence} ${inner} ${fence}` : fence + inner + fence;
}
