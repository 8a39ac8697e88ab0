import type { Finding } from '../finding.ts';
import { advisedName } from '../wording/replacement-advice.ts';
import { visibleFindings } from './counts.ts';
import type { Report } from './report.ts';

/** Characters that XML 1.0 does not allow, escaped or not. */
const forbidden =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

const entities: { readonly [character: string]: string } = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', '\r': '&#13;' };

/** Escapes text between tags. */
const xmlText = (text: string): string => text.replace(forbidden, '').replace(/[&<>"\r]/g, (character) => entities[character]!);

/** Text of an attribute, in which line ends would become spaces. */
const xmlAttribute = (text: string): string => xmlText(text).replaceAll('\n', '&#10;').replaceAll('\t', '&#9;');

const xmlAttributes = (said: { readonly [name: string]: string | number }): string =>
  Object.entries(said)
    .map(([name, value]) => ` ${name}="${xmlAttribute(`${value}`)}"`)
    .join('');

/** What fails a build: not what is known, nor hints. */
const isFailure = ({ severity, baseline }: Finding): boolean => severity !== 'info' && baseline !== 'known';

const describeFinding = (finding: Finding): string => {
  const { file, line, column, severity, rule, message } = finding;
  const advice = advisedName(finding);
  return `${file}:${line}:${column}: ${severity}: ${rule}: ${message}${advice === undefined ? '' : `\n${advice}`}`;
};

const testCase = (finding: Finding): string => {
  const { file, line, column, rule, pointer, severity, message } = finding;
  const inner = isFailure(finding)
    ? `<failure${xmlAttributes({ message, type: severity })}>${xmlText(describeFinding(finding))}</failure>`
    : finding.baseline === 'known'
      ? `<skipped${xmlAttributes({ message: `known: ${message}` })}/>`
      : `<system-out>${xmlText(describeFinding(finding))}</system-out>`;
  const name = `${rule} ${pointer === '' ? '/' : pointer} (${line}:${column})`;
  return `    <testcase${xmlAttributes({ name, classname: file, file, line })}>${inner}</testcase>\n`;
};

const totals = (findings: readonly Finding[], tests: number) => ({
  tests,
  failures: findings.filter(isFailure).length,
  errors: 0,
  skipped: findings.filter(({ baseline }) => baseline === 'known').length,
  time: 0,
});

const testSuite = (file: string, findings: readonly Finding[]): string => {
  const cases =
    findings.length === 0
      ? `    <testcase${xmlAttributes({ name: 'nothing found', classname: file, file })}/>\n`
      : findings.map(testCase).join('');
  return `  <testsuite${xmlAttributes({ name: file, ...totals(findings, Math.max(1, findings.length)) })}>\n${cases}  </testsuite>\n`;
};

/** A suite for each file, a case for each finding; a file without findings is one case that passes. */
export const junitReport: Report = (findings, { files }) => {
  const shown = visibleFindings(findings);
  const byFile = new Map<string, Finding[]>(files.map((file) => [file, []]));
  for (const finding of shown) byFile.set(finding.file, [...(byFile.get(finding.file) ?? []), finding]);
  const tests = [...byFile.values()].reduce((sum, { length }) => sum + Math.max(1, length), 0);
  const suites = [...byFile].map(([file, of]) => testSuite(file, of)).join('');
  return (
    `<?xml version="1.0" ` +
    `encoding="UTF-8"?>\n<testsuites${xmlAttributes({ name: 'slipway-lint', ...totals(shown, tests) })}>\n${suites}</testsuites>\n`
  );
};
