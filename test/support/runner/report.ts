import type { Outcome } from './file.ts';
import { nameSources } from './source-positions.ts';

export type Counts = Pick<Outcome, 'passed' | 'failed' | 'skipped'>;

const counts = ({ passed, failed, skipped }: Counts) => `${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`;
const indent = (text: string) => text.trimEnd().replace(/^(?=.)/gm, '    ');

/** One line for a file that is well; what it printed and what is wrong with it, with sources below `project`, for one that is not. */
export function fileReport(outcome: Outcome, project: string): string {
  const head = `${outcome.failed ? 'FAIL' : 'ok  '} ${outcome.file}  ${counts(outcome)}  ${(outcome.milliseconds / 1000).toFixed(1)} s`;
  const skips = [
    ...outcome.reasons.map((reason) => `     skipped: ${reason}`),
    ...(outcome.changes ? [`     the next file runs in another process: this one changed ${outcome.changes.join(', ')}`] : []),
  ];
  if (!outcome.failed) return [head, ...skips].join('\n');
  const told = [indent(outcome.output), ...outcome.faults.map((fault) => `  ${fault}`), ''].join('\n');
  return [head, ...skips, nameSources(told, project)].join('\n');
}

/** The last line of every run: `N passed, N failed` and, when there are any, `, N skipped`. */
export const lastLine = (outcomes: readonly Counts[]): string =>
  counts({
    passed: outcomes.reduce((sum, { passed }) => sum + passed, 0),
    failed: outcomes.reduce((sum, { failed }) => sum + failed, 0),
    skipped: outcomes.reduce((sum, { skipped }) => sum + skipped, 0),
  });

/** What a run cost, and the files that cost most of it. A process is counted with its children that had ended when its last file did. */
export const describeCost = (outcomes: readonly Outcome[], processes: number): string => {
  const seconds = outcomes.reduce((sum, { processorSeconds }) => sum + (processorSeconds ?? 0), 0);
  const dearest = outcomes
    .filter(({ processorSeconds = 0 }) => processorSeconds >= 10)
    .toSorted((a, b) => b.processorSeconds! - a.processorSeconds!)
    .slice(0, 10)
    .map(({ file, processorSeconds }) => `\n  ${Math.round(processorSeconds!)} s ${file}`);
  return `${outcomes.length} files and checks, ${processes} processes, ${Math.round(seconds)} s of processor time${dearest.join('')}`;
};
