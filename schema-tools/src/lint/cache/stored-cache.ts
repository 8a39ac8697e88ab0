import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { isObject } from '../../json.ts';
import type { Finding } from '../finding.ts';
import type { MaskedSpan } from '../run/lint-job.ts';

/** What was found in a file: its findings, and the spans that a report masks if they were asked for. */
export interface StoredFindings {
  readonly findings: readonly Finding[];
  readonly masked?: readonly MaskedSpan[];
}

/** The digest of a file's content, the number of its settings, whether it has a schema, and the numbers of its schemas' files. */
export type StoredEntry = readonly [digest: string, settings: number, hasSchema: 0 | 1, files: readonly number[], found?: StoredFindings];

/** The content of the cache's file. */
export interface StoredCache {
  readonly tool: string;
  readonly settings: readonly string[];
  readonly files: readonly (readonly [path: string, digest: string])[];
  readonly entries: { readonly [path: string]: StoredEntry };
}

const isIndex = (value: unknown, count: number): boolean => Number.isInteger(value) && (value as number) >= 0 && (value as number) < count;

const isFinding = (value: unknown): boolean =>
  isObject(value) &&
  ['file', 'pointer', 'rule', 'severity', 'message'].every((name) => typeof value[name] === 'string') &&
  ['line', 'column', 'endLine', 'endColumn'].every((name) => Number.isInteger(value[name]));

const isFound = (value: unknown): boolean =>
  value === undefined ||
  (isObject(value) &&
    Array.isArray(value['findings']) &&
    value['findings'].every(isFinding) &&
    (value['masked'] === undefined ||
      (Array.isArray(value['masked']) &&
        value['masked'].every((span) => Array.isArray(span) && span.length === 2 && span.every(Number.isInteger)))));

const isEntry = (value: unknown, settingsCount: number, fileCount: number): boolean =>
  Array.isArray(value) &&
  typeof value[0] === 'string' &&
  isIndex(value[1], settingsCount) &&
  (value[2] === 0 || value[2] === 1) &&
  Array.isArray(value[3]) &&
  value[3].every((index) => isIndex(index, fileCount)) &&
  isFound(value[4]);

const isStored = (value: unknown): value is StoredCache => {
  if (!isObject(value) || typeof value['tool'] !== 'string') return false;
  const { settings, files, entries } = value;
  if (!Array.isArray(settings) || !Array.isArray(files) || !isObject(entries)) return false;
  const areFiles = files.every((row) => Array.isArray(row) && typeof row[0] === 'string' && typeof row[1] === 'string');
  const areSettings = settings.every((one) => typeof one === 'string');
  return areFiles && areSettings && Object.values(entries).every((entry) => isEntry(entry, settings.length, files.length));
};

/** What was stored by the same tool; nothing of a file that is missing, damaged or of another version. */
export function readStored(file: string, tool: string): StoredCache {
  const nothing: StoredCache = { tool, settings: [], files: [], entries: {} };
  try {
    const stored: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return isStored(stored) && stored.tool === tool ? stored : nothing;
  } catch {
    return nothing;
  }
}

/** Replaces the file at once, so that runs at the same time read a whole one; the last of them is kept. Only the user can read it. */
export function writeStored(file: string, stored: StoredCache): void {
  const fresh = `${file}.${randomUUID()}.tmp`;
  try {
    mkdirSync(dirname(file), { recursive: true });
  } catch {
    return;
  }
  try {
    writeFileSync(fresh, JSON.stringify(stored), { mode: 0o600 });
    renameSync(fresh, file);
  } catch {
    rmSync(fresh, { force: true });
  }
}
