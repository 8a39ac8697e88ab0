import type { Finding } from '../finding.ts';
import { told } from './counts.ts';
import type { Report } from './types.ts';
import { attributes, content } from './xml.ts';

/** What fails a build: not what is known, nor hints. */
const fails = ({ severity, baseline }: Finding): boolean => severity !== 'info' && baseline !== 'known';

const whole = ({ file, line, column, severity, rule, message, replacement }: Finding): string =>
  `${file}:${line}:${column}: ${severity}: ${rule}: ${message}${replacement === undefined ? '' : `\nwrite \`${replacement}\` instead`}`;

const caseOf = (finding: Finding): string => {
  const { file, line, column, rule, pointer, severity, message } = finding;
  const inner = fails(finding) ? `<failure${attributes({ message, type: severity })}>${content(whole(finding))}</failure>`
    : finding.baseline === 'known' ? `<skipped${attributes({ message: `known: ${message}` })}/>` : `<system-out>${content(whole(finding))}</system-out>`;
  return `    <testcase${attributes({ name: `${rule} ${pointer === '' ? '/' : pointer} (${line}:${column})`, classname: file, file, line })}>${inner}</testcase>\n`;
};

const totals = (findings: readonly Finding[], tests: number) =>
  ({ tests, failures: findings.filter(fails).length, errors: 0, skipped: findings.filter(({ baseline }) => baseline === 'known').length, time: 0 });

const suiteOf = (file: string, findings: readonly Finding[]): string => {
  const cases = findings.length === 0 ? `    <testcase${attributes({ name: 'nothing found', classname: file, file })}/>\n` : findings.map(caseOf).join('');
  return `  <testsuite${attributes({ name: file, ...totals(findings, Math.max(1, findings.length)) })}>\n${cases}  </testsuite>\n`;
};

/** A suite for each file, a case for each finding; a file without findings is one case that passes. */
export const junit: Report = (findings, { files }) => {
  const shown = told(findings);
  const byFile = new Map<string, Finding[]>(files.map((file) => [file, []]));
  for (const finding of shown) byFile.set(finding.file, [...byFile.get(finding.file) ?? [], finding]);
  const tests = [...byFile.values()].reduce((sum, { length }) => sum + Math.max(1, length), 0);
  const suites = [...byFile].map(([file, of]) => suiteOf(file, of)).join('');
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites${attributes({ name: 'slipway-lint', ...totals(shown, tests) })}>\n${suites}</testsuites>\n`;
};
