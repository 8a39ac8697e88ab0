import type { Finding, Severity } from '../../finding.ts';
import { type Color, type Paint } from './colors.ts';
import { excerptOf } from './excerpt.ts';
import type { LineOf } from './lines-of.ts';
import { inOneLine, printable } from './printable.ts';

const colorOf: { readonly [severity in Severity]: Color } = { error: 'red', warning: 'yellow', info: 'blue' };

const excerpt = ({ file, line, column, endLine, endColumn, severity, baseline }: Finding, lineOf: LineOf, width: number, paint: Paint): readonly string[] => {
  const text = lineOf(file, line);
  // An empty line shows nothing.
  if (text === undefined || text.trim() === '') return [];
  const number = `${line}`.padStart(4);
  const end = endLine > line ? text.trimEnd().length : endColumn - 1;
  const shown = excerptOf(text, column - 1, Math.max(column - 1, end), Math.max(20, width - number.length - 3));
  const margin = ' '.repeat(number.length);
  return [
    `${paint('dim', `${number} |`)} ${shown.line}`,
    `${paint('dim', `${margin} |`)} ${paint(baseline === 'known' ? 'dim' : colorOf[severity], shown.carets)}`,
  ];
};

/** One finding in lines: where, how bad, which rule, what; the place in the source; what to write; where else. */
export const findingLines = (finding: Finding, lineOf: LineOf, width: number, paint: Paint): readonly string[] => {
  const { file, line, column, severity, rule, message, replacement, related = [], baseline, suppressed } = finding;
  const [head = '', ...more] = printable(message).split('\n');
  const marks = [...baseline === 'known' ? ['known'] : [], ...suppressed ? ['ignored'] : []];
  return [
    `${paint('bold', `${inOneLine(file)}:${line}:${column}:`)} ${paint(colorOf[severity], `${severity}:`)} ${rule}: ${head}${marks.length === 0 ? '' : paint('dim', ` (${marks.join(', ')})`)}`,
    ...more.map((text) => `  ${text}`),
    ...excerpt(finding, lineOf, width, paint),
    ...replacement === undefined ? [] : [`     = write ${paint('green', `\`${inOneLine(replacement)}\``)} instead`],
    ...related.map((place) => `     = ${paint('dim', `comes in again at ${inOneLine(file)}:${place.line}:${place.column}`)}`),
  ];
};
