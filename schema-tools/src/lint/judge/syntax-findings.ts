import type { LineIndex } from '../../documents/line-index.ts';
import type { Source } from '../../documents/source.ts';
import type { Finding } from '../finding.ts';

/** What kept a source from being read, or was read with a doubt. */
export const syntaxFindings = ({ faults }: Source, file: string, lines: LineIndex): readonly Finding[] =>
  faults.map((fault) => ({ file, ...lines.region(fault), pointer: '', rule: 'syntax', severity: fault.severity, message: fault.message }));
