import { lineIndex, readSource } from '../../../../../schema-tools/src/documents/index.ts';
import type { Marked, Told } from '../fault.ts';
import { limits } from '../limits.ts';
import { sizeOf } from './size.ts';
import { firstOf, teller } from './told.ts';

export interface Document {
  /** Plain JSON. What aliases share is shared. */
  readonly value: unknown;
  /** Keys that are said twice; the last one counts. */
  readonly warnings: readonly Told[];
  /** Finds where places are written; in the order of the text. */
  tell(marks: readonly Marked[]): readonly Told[];
}

export type Reading = { readonly document: Document } | { readonly faults: readonly Told[] };

const atStart = (message: string): Reading => ({ faults: [{ path: '', line: 1, column: 1, message }] });

/** Reads the text of a configuration: one YAML document (1.2, merge keys included). Every fault has a line and a column. */
export async function read(text: string): Promise<Reading> {
  if (text.length > limits.text) return atStart(`expected at most ${limits.text.toLocaleString('en')} characters; found ${text.length.toLocaleString('en')}`);
  const { documents, faults } = await readSource(text, 'yaml');
  const lines = lineIndex(text);
  const told = firstOf(faults.map(({ start, message }) => ({ path: '', ...lines.position(start), message })));
  if (faults.some(({ severity }) => severity === 'error')) return { faults: told };
  const [document, second] = documents;
  if (!document) return atStart('expected a configuration; the text holds none');
  if (second) {
    const { key } = second.locate(['']).get('') ?? { key: { start: 0 } };
    return { faults: [{ path: '', ...lines.position(key.start), message: 'expected one document; a second one begins here' }] };
  }
  const size = sizeOf(document.value);
  if (size > limits.values) return atStart(`expected at most ${limits.values.toLocaleString('en')} values, every alias written out; found ${size.toLocaleString('en')}`);
  return { document: { value: document.value, warnings: told, tell: teller(text, document) } };
}
