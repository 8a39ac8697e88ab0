import type { Finding } from '../finding.ts';
import { visibleFindings } from './counts.ts';
import type { Report } from './report.ts';

const escapeData = (text: string): string => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
const escapeProperty = (text: string | number): string => escapeData(`${text}`).replaceAll(':', '%3A').replaceAll(',', '%2C');

const commands = { error: 'error', warning: 'warning', info: 'notice' } as const;

const commandLine = ({ file, line, column, endLine, endColumn, rule, severity, message, replacement, baseline }: Finding): string => {
  // Columns are understood only within one line.
  const place = endLine === line ? { line, col: column, endLine, endColumn } : { line, endLine };
  const said = { file: file.replace(/^\.\//, ''), ...place, title: baseline === 'known' ? `${rule} (known)` : rule };
  const properties = Object.entries(said)
    .map(([name, value]) => `${name}=${escapeProperty(value)}`)
    .join(',');
  const hasReplacement = replacement === undefined || message.includes(`\`${replacement}\``);
  const text = hasReplacement ? message : `${message} (write \`${replacement}\` instead)`;
  return `::${commands[severity]} ${properties}::${escapeData(text)}\n`;
};

/** Workflow commands, which GitHub shows beside the lines of a change. */
export const githubReport: Report = (findings) => visibleFindings(findings).map(commandLine).join('');
