import { hash, randomUUID } from 'node:crypto';
import { closeSync, mkdirSync, openSync, readFileSync, readSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { isObject } from '../../json.ts';
import type { LintJob, LintResult } from '../run/lint-job.ts';

/**
 * Files that were linted without a finding, by digests: of the tool, the settings, the path and the content of each file, and of the files
 * that its schemas were made of. Nothing else is stored but paths: neither contents nor findings.
 */
export interface CleanFiles {
  /** The result of a file that is known to be clean; undefined for every other one. */
  find(job: LintJob): LintResult | undefined;
  /** Remembers the result of a job that `find` did not know, if it has no findings. */
  add(job: LintJob, result: LintResult): void;
  /** Writes what is known now, if it is more than before. A folder that cannot be written is no error: the next run is slower. */
  save(): void;
}

/** Files that are remembered; of more, those that were not linted in this run are forgotten. */
const maxEntries = 100_000;
/** A larger file is linted every time: reading it for its digest costs about as much. In bytes. */
const maxSize = 4 * 1024 * 1024;

/** The digest of a file and its settings, whether it has a schema, and the numbers of its schemas' files. */
type Entry = readonly [digest: string, hasSchema: 0 | 1, files: readonly number[]];
interface StoredCache {
  readonly tool: string;
  readonly files: readonly (readonly [path: string, digest: string])[];
  readonly entries: { readonly [path: string]: Entry };
}

const isEntry = (value: unknown, fileCount: number): boolean =>
  Array.isArray(value) &&
  typeof value[0] === 'string' &&
  (value[1] === 0 || value[1] === 1) &&
  Array.isArray(value[2]) &&
  value[2].every((index) => Number.isInteger(index) && index >= 0 && index < fileCount);

const isStored = (value: unknown): value is StoredCache => {
  if (!isObject(value) || typeof value['tool'] !== 'string' || !isObject(value['entries']) || !Array.isArray(value['files'])) return false;
  const files = value['files'] as readonly unknown[];
  const areFiles = files.every((row) => Array.isArray(row) && typeof row[0] === 'string' && typeof row[1] === 'string');
  return areFiles && Object.values(value['entries']).every((entry) => isEntry(entry, files.length));
};

/** What was stored by the same tool; nothing of a file that is missing, damaged or of another version. */
function readStored(file: string, tool: string): StoredCache {
  const nothing: StoredCache = { tool, files: [], entries: {} };
  try {
    const stored: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return isStored(stored) && stored.tool === tool ? stored : nothing;
  } catch {
    return nothing;
  }
}

/** Replaces the file at once, so that runs at the same time read a whole one; the last of them is kept. */
function writeStored(file: string, stored: StoredCache): void {
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

/** The digest of a catalog's folder. */
type CatalogDigest = (folder: string | undefined) => string;

/** Holds a small file behind its settings: memory of its own for each of some thousand files would cost as much as reading them. */
const buffer = Buffer.allocUnsafeSlow(256 * 1024);

/** The digest of a file behind a text; undefined for one that cannot be read, or is too large. */
function digestOfContent(head: string, file: string): string | undefined {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(file, 'r');
    const start = head.length * 3 < buffer.length / 2 ? buffer.write(head) : buffer.length;
    const end = start + readSync(descriptor, buffer, start, buffer.length - start, null);
    if (end < buffer.length) return hash('sha256', buffer.subarray(0, end), 'base64url');
    const content = readFileSync(file);
    return content.length > maxSize ? undefined : hash('sha256', Buffer.concat([Buffer.from(head), content]), 'base64url');
  } catch {
    return undefined;
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

/** The digest of a file with its settings. Their length keeps them apart from its content. */
function digestOfJob({ file, find, judge }: LintJob, catalogDigest: CatalogDigest): string | undefined {
  const settings = JSON.stringify([find, judge, catalogDigest(find.catalog)]);
  return digestOfContent(`${settings.length} ${settings}`, file);
}

/** The digests of schemas' files, each read once in a run. */
function fileDigests(): (file: string) => string {
  const known = new Map<string, string>();
  return (file) => {
    let digest = known.get(file);
    if (digest !== undefined) return digest;
    try {
      digest = hash('sha256', readFileSync(file), 'base64url');
    } catch {
      digest = 'unreadable';
    }
    known.set(file, digest);
    return digest;
  };
}

const isClean = ({ findings, isIncomplete, crossFile, fixed }: LintResult): boolean =>
  findings.length === 0 && !isIncomplete && crossFile === undefined && fixed === undefined;

const cleanResult = (hasSchema: boolean): LintResult => ({ findings: [], isIncomplete: false, hasSchema, choices: [], files: [] });
const withSchema = cleanResult(true);
const withoutSchema = cleanResult(false);

/** Opens the cache in a file. `tool`: what changes when the linter or its rules do. */
export function openCleanFiles(file: string, tool: string, catalogDigest: CatalogDigest): CleanFiles {
  const stored = readStored(file, tool);
  const digestOfFile = fileDigests();
  const known = new Map(Object.entries(stored.entries));
  const added = new Map<string, readonly [digest: string, hasSchema: 0 | 1, files: readonly string[]]>();
  const missed = new Map<string, string>();
  const isCurrent = (index: number): boolean => digestOfFile(stored.files[index]![0]) === stored.files[index]![1];
  return {
    find(job) {
      const digest = digestOfJob(job, catalogDigest);
      if (digest === undefined) return undefined;
      const entry = known.get(job.file);
      if (entry && entry[0] === digest && entry[2].every(isCurrent)) return entry[1] === 1 ? withSchema : withoutSchema;
      missed.set(job.file, digest);
      return undefined;
    },
    add(job, result) {
      const digest = missed.get(job.file);
      // The worker reads the file after the digest was made: another content then may be another result.
      if (digest === undefined || !isClean(result) || digestOfJob(job, catalogDigest) !== digest) return;
      added.set(job.file, [digest, result.hasSchema ? 1 : 0, result.files]);
    },
    save() {
      if (added.size === 0) return;
      const numbers = new Map<string, number>();
      const numberOf = (path: string): number => numbers.get(path) ?? (numbers.set(path, numbers.size), numbers.size - 1);
      const entries: [string, Entry][] = [...added].map(([path, [digest, hasSchema, used]]) => [
        path,
        [digest, hasSchema, used.map(numberOf)],
      ]);
      for (const [path, [digest, hasSchema, used]] of known)
        if (!added.has(path) && entries.length < maxEntries && used.every(isCurrent))
          entries.push([path, [digest, hasSchema, used.map((index) => numberOf(stored.files[index]![0]))]]);
      const files = [...numbers.keys()].map((path) => [path, digestOfFile(path)] as const);
      writeStored(file, { tool, files, entries: Object.fromEntries(entries) });
    },
  };
}
