import type { YAMLError } from 'yaml';
import type { SourceFault } from '../source.ts';

/** What to do about errors whose messages do not say it. */
const hints: Readonly<Record<string, string>> = {
  TAB_AS_INDENT: 'indent with spaces',
  BLOCK_AS_IMPLICIT_KEY: 'a value with ": " in it is written in quotes',
  MULTILINE_IMPLICIT_KEY: 'is a ":" missing at the end of the line?',
};

/** An error of the parser as a fault: its words begin small, as ours do. */
export function yamlFault(text: string, { message, code, pos }: YAMLError): SourceFault {
  const [start, end] = pos.map((offset) => Math.min(Math.max(offset, 0), text.length)) as [number, number];
  const words = (/^[A-Z][a-z]/.test(message) ? message[0]!.toLowerCase() + message.slice(1) : message).replace(
    /closing (["'])quote/,
    'closing $1',
  );
  return { start, end: Math.max(start, end), severity: 'error', message: hints[code] ? `${words}; ${hints[code]}` : words };
}
