import { hash } from 'node:crypto';
import { closeSync, openSync, readFileSync, readSync } from 'node:fs';
import { decode } from '../../documents/decode.ts';
import type { Finding } from '../finding.ts';
import { type LintJob, type LintResult, maxDigestedSize } from '../run/lint-job.ts';
import { maskSpans } from '../run/mask-spans.ts';
import { readStored, type StoredEntry, type StoredFindings, writeStored } from './stored-cache.ts';

/**
 * Results of files by digests: of the tool, the settings and the content of each file, and of the files that its schemas were made of.
 * Stored are paths, digests, and findings without values of the file: never contents.
 */
export interface KnownResults {
  /** The result of a file that was linted before with this content; undefined for every other one. */
  find(job: LintJob): LintResult | undefined;
  /** Remembers a result that `find` did not have, if it may be stored. */
  add(job: LintJob, result: LintResult): void;
  /** Writes what is known now, if it is more than before. A folder that cannot be written is no error: the next run is slower. */
  save(): void;
}

/** Files that are remembered; of more, those that were not linted in this run are forgotten. */
const maxEntries = 100_000;
/** A file with more findings is linted every time. */
const maxFindings = 100;

/** The digest of a catalog's folder. */
type CatalogDigest = (folder: string | undefined) => string;

/** Rules whose messages consist of words of the schema and of names, and quote no value of the file. */
const storedRules = new Set(['deprecated', 'invalid', 'unknown-field', 'prose-only', 'template', 'ignored-keyword']);

/** A reason for ignoring a finding may be the text of a comment. */
const mayBeStored = ({ rule, suppressed }: Finding): boolean => storedRules.has(rule) && suppressed?.reason === undefined;

const isStorable = ({ findings, isIncomplete, crossFile, fixed }: LintResult): boolean =>
  !isIncomplete && crossFile === undefined && fixed === undefined && findings.length <= maxFindings && findings.every(mayBeStored);

/** Holds a small file: memory of its own for each of some thousand files would cost as much as reading them. */
const buffer = Buffer.allocUnsafeSlow(256 * 1024);

/** The content of a file, valid until the next call; undefined for one that cannot be read, or is too large. */
function contentOf(file: string): Buffer | undefined {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(file, 'r');
    const end = readSync(descriptor, buffer, 0, buffer.length, null);
    if (end < buffer.length) return buffer.subarray(0, end);
    const content = readFileSync(file);
    return content.length > maxDigestedSize ? undefined : content;
  } catch {
    return undefined;
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
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

/** The digest of all that a job says besides its file and what that is called. Jobs of most files say the same. */
function settingsDigests(catalogDigest: CatalogDigest): (job: LintJob) => string {
  const known = new Map<string, string>();
  return ({ find, judge, includeEdits }) => {
    const text = JSON.stringify([find, { ...judge, file: undefined }, includeEdits]);
    const digest = known.get(text) ?? hash('sha256', `${text}${catalogDigest(find.catalog)}`, 'base64url');
    known.set(text, digest);
    return digest;
  };
}

/** Numbers for texts in the order of their first use. */
function numbering(): { readonly all: Map<string, number>; readonly of: (text: string) => number } {
  const all = new Map<string, number>();
  return { all, of: (text) => all.get(text) ?? (all.set(text, all.size), all.size - 1) };
}

const cleanResult = (hasSchema: boolean): LintResult => ({ findings: [], isIncomplete: false, hasSchema, choices: [], files: [] });
const withSchema = cleanResult(true);
const withoutSchema = cleanResult(false);

/** The result of an entry for a file with this content; undefined if the report needs spans that are not stored. */
function resultOfEntry([, , hasSchema, , found]: StoredEntry, content: Buffer, includeText: boolean): LintResult | undefined {
  const clean = hasSchema === 1 ? withSchema : withoutSchema;
  if (!found) return clean;
  if (!includeText) return { ...clean, findings: found.findings };
  return found.masked && { ...clean, findings: found.findings, text: maskSpans(decode(content).text, found.masked) };
}

/** A result that is to be stored. */
interface AddedEntry {
  readonly digest: string;
  readonly settings: string;
  readonly hasSchema: 0 | 1;
  readonly files: readonly string[];
  readonly found?: StoredFindings | undefined;
}

const storedEntry = (
  digest: string,
  settings: number,
  hasSchema: 0 | 1,
  files: readonly number[],
  found: StoredFindings | undefined,
): StoredEntry => (found ? [digest, settings, hasSchema, files, found] : [digest, settings, hasSchema, files]);

const addedEntry = ({ digest, hasSchema, files, findings, masked }: LintResult, settings: string): AddedEntry => ({
  digest: digest!,
  settings,
  hasSchema: hasSchema ? 1 : 0,
  files,
  ...(findings.length === 0 ? {} : { found: { findings, ...(masked ? { masked } : {}) } }),
});

/** Opens the cache in a file. `tool`: what changes when the linter or its rules do. */
export function openKnownResults(file: string, tool: string, catalogDigest: CatalogDigest): KnownResults {
  const stored = readStored(file, tool);
  const digestOfFile = fileDigests();
  const digestOfSettings = settingsDigests(catalogDigest);
  const known = new Map(Object.entries(stored.entries));
  const added = new Map<string, AddedEntry>();
  const isCurrent = (index: number): boolean => digestOfFile(stored.files[index]![0]) === stored.files[index]![1];
  return {
    find(job) {
      const entry = known.get(job.file);
      if (!entry || stored.settings[entry[1]] !== digestOfSettings(job) || !entry[3].every(isCurrent)) return undefined;
      const content = contentOf(job.file);
      if (content === undefined || hash('sha256', content, 'base64url') !== entry[0]) return undefined;
      return resultOfEntry(entry, content, job.includeText === true);
    },
    add(job, result) {
      if (result.digest === undefined || !isStorable(result)) return;
      for (const one of result.files) digestOfFile(one);
      added.set(job.file, addedEntry(result, digestOfSettings(job)));
    },
    save() {
      if (added.size === 0) return;
      const [numbers, settings] = [numbering(), numbering()];
      const entries: [string, StoredEntry][] = [...added].map(([path, { digest, settings: of, hasSchema, files, found }]) => [
        path,
        storedEntry(digest, settings.of(of), hasSchema, files.map(numbers.of), found),
      ]);
      for (const [path, [digest, of, hasSchema, files, found]] of known) {
        if (added.has(path) || entries.length >= maxEntries || !files.every(isCurrent)) continue;
        const used = files.map((index) => numbers.of(stored.files[index]![0]));
        entries.push([path, storedEntry(digest, settings.of(stored.settings[of]!), hasSchema, used, found)]);
      }
      const files = [...numbers.all.keys()].map((path) => [path, digestOfFile(path)] as const);
      writeStored(file, { tool, settings: [...settings.all.keys()], files, entries: Object.fromEntries(entries) });
    },
  };
}
