import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Outcome } from './file.ts';

/** Seconds that each test file took when it last ran here, by file. */
export type MeasuredSeconds = Readonly<Record<string, number>>;

/** Of the files that take longest, on a calm machine: what is taken before the first run of a checkout. `--save-seconds` writes it. */
const usualFileOf = (project: string): string => join(project, 'test/support/runner/usual-seconds.json');
/** A file that takes less counts by its watchdog. */
const leastUsual = 4;

const fileOf = (project: string): string => join(project, 'dist', 'tests', 'seconds.json');

const readSeconds = (file: string): MeasuredSeconds =>
  existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as MeasuredSeconds) : {};

export const readMeasuredSeconds = (project: string): MeasuredSeconds => ({
  ...readSeconds(usualFileOf(project)),
  ...readSeconds(fileOf(project)),
});

export function writeUsualSeconds(project: string, outcomes: readonly Outcome[]): void {
  const slow = outcomes
    .filter(({ file, milliseconds }) => file.endsWith('.test.ts') && milliseconds >= leastUsual * 1000)
    .map(({ file, milliseconds }) => [file, Math.round(milliseconds / 1000)] as const)
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
  writeFileSync(usualFileOf(project), `${JSON.stringify(Object.fromEntries(slow), null, 2)}\n`);
}

export function writeMeasuredSeconds(project: string, outcomes: readonly Outcome[]): void {
  const latest = Object.fromEntries(outcomes.map(({ file, milliseconds }) => [file, Math.round(milliseconds / 100) / 10]));
  mkdirSync(dirname(fileOf(project)), { recursive: true });
  writeFileSync(fileOf(project), JSON.stringify({ ...readSeconds(fileOf(project)), ...latest }));
}

/** Seconds that a file takes which was never measured: one that asks for a long watchdog is taken to be slow. */
const estimateSeconds = (watchdog: number | undefined): number => (watchdog === undefined ? 1 : watchdog / 10);

/** The slow groups first, so that none is left running alone at the end. `watchdogOf`: the seconds that a file asks for, if it does. */
export function slowestFirst(
  groups: readonly (readonly string[])[],
  measured: MeasuredSeconds,
  watchdogOf: (file: string) => number | undefined,
): readonly (readonly string[])[] {
  const estimate = (group: readonly string[]): number =>
    group.reduce((sum, file) => sum + (measured[file] ?? estimateSeconds(watchdogOf(file))), 0);
  return groups.toSorted((a, b) => estimate(b) - estimate(a));
}
