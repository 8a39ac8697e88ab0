import type { Finding, Severity } from '../../finding.ts';
import { advisedName } from '../../wording/replacement-advice.ts';
import type { Color, Paint } from './colors.ts';
import { createExcerpt } from './excerpt.ts';
import type { LineReader } from './line-reader.ts';
import { toOneLine, toPrintable } from './printable.ts';

const severityColors: { readonly [severity in Severity]: Color } = { error: 'red', warning: 'yellow', info: 'blue' };

const excerptLines = (
  { file, line, column, endLine, endColumn, severity, baseline }: Finding,
  lineOf: LineReader,
  width: number,
  paint: Paint,
): readonly string[] => {
  const text = lineOf(file, line);
  // An excerpt of an empty line is useless.
  if (text === undefined || text.trim() === '') return [];
  const number = `${line}`.padStart(4);
  const end = endLine > line ? text.trimEnd().length : endColumn - 1;
  const shown = createExcerpt(text, column - 1, Math.max(column - 1, end), Math.max(20, width - number.length - 3));
  const margin = ' '.repeat(number.length);
  return [
    `${paint('dim', `${number} |`)} ${shown.line}`,
    `${paint('dim', `${margin} |`)} ${paint(baseline === 'known' ? 'dim' : severityColors[severity], shown.carets)}`,
  ];
};

/** One finding in lines: where, how bad, which rule, what; the place in the source; what to write; where else. */
export const findingLines = (finding: Finding, lineOf: LineReader, width: number, paint: Paint): readonly string[] => {
  const { file, line, column, severity, rule, message, related = [], baseline, suppressed } = finding;
  const [head = '', ...more] = toPrintable(message).split('\n');
  const advice = advisedName(finding, (name) => paint('green', `\`${toOneLine(name)}\``));
  const marks = [...(baseline === 'known' ? ['known'] : []), ...(suppressed ? ['ignored'] : [])];
  return [
    `${paint('bold', `${toOneLine(file)}:${line}:${column}:`)} ${paint(severityColors[severity], `${severity}:`)} ${rule}: ` +
      `${head}${marks.length === 0 ? '' : paint('dim', ` (${marks.join(', ')})`)}`,
    ...more.map((text) => `  ${text}`),
    ...excerptLines(finding, lineOf, width, paint),
    ...(advice === undefined ? [] : [`     = ${advice}`]),
    ...related.map((place) => `     = ${paint('dim', `comes in again at ${toOneLine(file)}:${place.line}:${place.column}`)}`),
  ];
};
