import type { Finding } from '../finding.ts';
import { messageWithReplacement } from '../wording/replacement-advice.ts';
import { visibleFindings } from './counts.ts';
import { toPrintable } from './text/printable.ts';
import type { Report } from './report.ts';

/** A log is shown in terminals: what they would obey is replaced, as in the report for people. */
const withoutControls = (text: string): string =>
  text
    .split(/(\r\n|[\r\n])/)
    .map((part, index) => (index % 2 === 1 ? part : toPrintable(part)))
    .join('');
const escapeData = (text: string): string => withoutControls(text).replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
const escapeProperty = (text: string | number): string => escapeData(`${text}`).replaceAll(':', '%3A').replaceAll(',', '%2C');

const commands = { error: 'error', warning: 'warning', info: 'notice' } as const;

const commandLine = (finding: Finding): string => {
  const { file, line, column, endLine, endColumn, rule, severity, baseline } = finding;
  // Columns are understood only within one line.
  const place = endLine === line ? { line, col: column, endLine, endColumn } : { line, endLine };
  const said = { file: file.replace(/^\.\//, ''), ...place, title: baseline === 'known' ? `${rule} (known)` : rule };
  const properties = Object.entries(said)
    .map(([name, value]) => `${name}=${escapeProperty(value)}`)
    .join(',');
  return `::${commands[severity]} ${properties}::${escapeData(messageWithReplacement(finding))}\n`;
};

/** Workflow commands, which GitHub shows next to the lines of a change. */
export const githubReport: Report = (findings) => visibleFindings(findings).map(commandLine).join('');
