import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Finding } from '../finding.ts';
import { fingerprint, canBeBaselined, relativeNames } from './entries.ts';
import type { Baseline, BaselineEntry } from './baseline.ts';

export interface BaselineResult {
  /** All findings in order, each marked as known or new. */
  readonly findings: readonly Finding[];
  /** Entries of the baseline for linted or deleted files that were not found: `count` times too often. */
  readonly gone: readonly BaselineEntry[];
}

/**
 * Marks findings `known` or `new`; hides none. As many are known as the baseline counts, the first ones of a file first.
 * `files`: all that were looked at; `cwd`: the folder to which their names are relative.
 */
export const markFindings = (
  findings: readonly Finding[],
  baseline: Baseline,
  files: Iterable<string>,
  cwd: string = process.cwd(),
): BaselineResult => {
  const nameOf = relativeNames(baseline.folder, cwd);
  const left = new Map<string, number>();
  for (const row of baseline.entries) left.set(fingerprint(row), (left.get(fingerprint(row)) ?? 0) + row.count);
  const marked = findings.map((finding) => {
    if (!canBeBaselined(finding)) return finding;
    const key = fingerprint({ ...finding, file: nameOf(finding.file) });
    const count = left.get(key) ?? 0;
    if (count > 0) left.set(key, count - 1);
    return { ...finding, baseline: count > 0 ? ('known' as const) : ('new' as const) };
  });
  const looked = new Set([...files].map(nameOf));
  const isThere = new Map<string, boolean>();
  const wasLookedAt = (file: string): boolean => {
    if (looked.has(file)) return true;
    const exists = isThere.get(file) ?? existsSync(resolve(baseline.folder, file));
    isThere.set(file, exists);
    return !exists;
  };
  const told = new Set<string>();
  const gone = baseline.entries.flatMap((row) => {
    const key = fingerprint(row);
    const count = left.get(key) ?? 0;
    if (count === 0 || told.has(key) || !wasLookedAt(row.file)) return [];
    told.add(key);
    return [{ ...row, count }];
  });
  return { findings: marked, gone };
};
