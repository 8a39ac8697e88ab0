import type { Finding } from '../finding.ts';
import { told } from './counts.ts';
import type { Report } from './types.ts';

const data = (text: string): string => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
const property = (text: string | number): string => data(`${text}`).replaceAll(':', '%3A').replaceAll(',', '%2C');

const commands = { error: 'error', warning: 'warning', info: 'notice' } as const;

const lineOf = ({ file, line, column, endLine, endColumn, rule, severity, message, replacement, baseline }: Finding): string => {
  // Columns are understood only within one line.
  const place = endLine === line ? { line, col: column, endLine, endColumn } : { line, endLine };
  const said = { file: file.replace(/^\.\//, ''), ...place, title: baseline === 'known' ? `${rule} (known)` : rule };
  const properties = Object.entries(said).map(([name, value]) => `${name}=${property(value)}`).join(',');
  return `::${commands[severity]} ${properties}::${data(replacement === undefined || message.includes(`\`${replacement}\``) ? message : `${message} (write \`${replacement}\` instead)`)}\n`;
};

/** Workflow commands, which GitHub shows beside the lines of a change. */
export const github: Report = (findings) => told(findings).map(lineOf).join('');
