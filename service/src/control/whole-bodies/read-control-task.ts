import { findJsonExcess } from '../../http/bounded-json.ts';
import { type ErrorObject, Problem } from '../../http/problem.ts';
import { type Seed, parseSeed } from '../../seed/parse-seed.ts';
import { SeedError } from '../../seed/seed-error.ts';
import { type ExportReading, parseExport, type TableColumns } from './parse-export.ts';

export type ControlTask =
  | { readonly kind: 'export'; readonly bytes: Uint8Array; readonly columns: TableColumns }
  | { readonly kind: 'seed'; readonly bytes: Uint8Array }
  /** The line of a member of a seed. */
  | { readonly kind: 'seed-line'; readonly bytes: Uint8Array; readonly path: Parameters<Seed['lineOf']>[0] };

/** A seed without the document it was read from. */
export interface SeedReading extends Pick<Seed, 'settings' | 'warnings'> {
  /** The content as JSON. */
  readonly content: string;
}
export type ControlReading =
  | { readonly read: ExportReading | SeedReading | number | undefined }
  | { readonly refused: { readonly status: number; readonly errors: readonly ErrorObject[] } }
  | { readonly seedError: Pick<SeedError, 'line' | 'words'> };

/** Errors of a seed name it so. */
export const seedName = 'the request';
/** Limits of a seed, with its aliases resolved. */
const seedLimits = { depth: 64, values: 100_000 };

const decode = (bytes: Uint8Array): string => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');

const readSeedBody = (bytes: Uint8Array): SeedReading => {
  const { content, settings, warnings } = parseSeed(seedName, decode(bytes));
  const text = JSON.stringify(content);
  if (findJsonExcess(text, seedLimits)) throw new SeedError(seedName, undefined, `expected at most ${seedLimits.values} values`);
  return { content: text, settings, warnings };
};

const readTask = (task: ControlTask): ExportReading | SeedReading | number | undefined => {
  if (task.kind === 'export') return parseExport(task.bytes, task.columns);
  return task.kind === 'seed' ? readSeedBody(task.bytes) : parseSeed(seedName, decode(task.bytes)).lineOf(task.path);
};

/** Reads a body, or returns why it is refused. */
export const readControlTask = (task: ControlTask): ControlReading => {
  try {
    return { read: readTask(task) };
  } catch (error) {
    if (error instanceof SeedError) return { seedError: { line: error.line, words: error.words } };
    if (error instanceof Problem) return { refused: { status: error.status, errors: error.errors } };
    throw error;
  }
};
