import { relative, resolve, sep } from 'node:path';
import type { Finding } from '../finding.ts';
import type { BaselineEntry } from './baseline.ts';

/** The identity of a finding, independent of its line. */
export const fingerprint = ({ file, rule, pointer, message }: Pick<BaselineEntry, 'file' | 'rule' | 'pointer' | 'message'>): string =>
  JSON.stringify([file, rule, pointer, message]);

/** A finding's file as the baseline names it. `cwd`: the folder to which the finding's own name is relative. */
export const relativeNames = (folder: string, cwd: string): ((file: string) => string) => {
  const names = new Map<string, string>();
  return (file) => {
    const known = names.get(file) ?? relative(folder, resolve(cwd, file)).split(sep).join('/');
    names.set(file, known);
    return known;
  };
};

/** Findings that no baseline contains: those about ignores, and those that prevent a file from being read, are always reported. */
export const canBeBaselined = ({ suppressed, rule, severity }: Finding): boolean =>
  suppressed === undefined && !(severity === 'error' && ['syntax', 'schema', 'file'].includes(rule));

const compareEntries = (a: BaselineEntry, b: BaselineEntry): number => {
  const [one, other] = [fingerprint(a), fingerprint(b)];
  return one < other ? -1 : one > other ? 1 : 0;
};

/** Findings as rows, each once with its count, in an order that does not depend on lines: a small change is a small difference. */
export const baselineEntries = (findings: readonly Finding[], folder: string, cwd: string): readonly BaselineEntry[] => {
  const nameOf = relativeNames(folder, cwd);
  const rows = new Map<string, BaselineEntry>();
  for (const finding of findings.filter(canBeBaselined)) {
    const row = { file: nameOf(finding.file), rule: finding.rule, pointer: finding.pointer, message: finding.message };
    const key = fingerprint(row);
    rows.set(key, { ...row, count: (rows.get(key)?.count ?? 0) + 1 });
  }
  return [...rows.values()].sort(compareEntries);
};
