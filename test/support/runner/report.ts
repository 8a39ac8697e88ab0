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

const secondsOf = ({ processorSeconds }: Outcome): number => (processorSeconds ? processorSeconds.own + processorSeconds.children : 0);

/**
 * What a run cost in `processes`, `seconds` of processor time with checks and bundling, and the files that cost most of it: `most` of
 * them, or up to ten of ten seconds and more. A file is counted with its children that had ended when it did.
 */
export function describeCost(outcomes: readonly Outcome[], processes: number, seconds: number, most?: number): string {
  const dearest = outcomes
    .filter((outcome) => secondsOf(outcome) >= (most === undefined ? 10 : 0.05))
    .toSorted((a, b) => secondsOf(b) - secondsOf(a))
    .slice(0, most ?? 10)
    .map(({ file, processorSeconds: { own, children } = { own: 0, children: 0 }, milliseconds }) => {
      const of = `${own.toFixed(1)} s itself, ${children.toFixed(1)} s its children`;
      return `\n  ${(own + children).toFixed(1)} s ${file} (${of}; took ${(milliseconds / 1000).toFixed(1)} s)`;
    });
  return `${outcomes.length} files and checks, ${processes} processes, ${Math.round(seconds)} s of processor time${dearest.join('')}`;
}
