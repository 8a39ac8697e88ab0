import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Outcome } from './file.ts';

/** Seconds that each test file took when it last ran here, by file. */
export type MeasuredSeconds = Readonly<Record<string, number>>;

const fileOf = (project: string): string => join(project, 'dist', 'tests', 'seconds.json');

export const readMeasuredSeconds = (project: string): MeasuredSeconds =>
  existsSync(fileOf(project)) ? (JSON.parse(readFileSync(fileOf(project), 'utf8')) as MeasuredSeconds) : {};

export function writeMeasuredSeconds(project: string, outcomes: readonly Outcome[]): void {
  const latest = Object.fromEntries(outcomes.map(({ file, milliseconds }) => [file, Math.round(milliseconds / 100) / 10]));
  mkdirSync(dirname(fileOf(project)), { recursive: true });
  writeFileSync('/tmp/w/suite-tmp/cpu.json', JSON.stringify(outcomes.map((o) => [o.file, o.milliseconds, o.processorSeconds])));
  writeFileSync(fileOf(project), JSON.stringify({ ...readMeasuredSeconds(project), ...latest }));
}

/**
 * The slow groups first, so that none is left running alone at the end: as measured; before the first measurement, a file
 * that asks for a long watchdog is taken to be slow. `secondsOf`: the watchdog of a file.
 */
export function slowestFirst(
  groups: readonly (readonly string[])[],
  measured: MeasuredSeconds,
  secondsOf: (file: string) => number,
): readonly (readonly string[])[] {
  const estimate = (group: readonly string[]): number => group.reduce((sum, file) => sum + (measured[file] ?? secondsOf(file) / 10), 0);
  return groups.toSorted((a, b) => estimate(b) - estimate(a));
}
