import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cpuSeconds } from '../process-usage.ts';
import { serviceProcess } from '../service-process.ts';
import { undoAtExit } from '../undo-at-exit.ts';
import { type JudgedRatio, judgeRatio } from './judge-ratios.ts';
import { type RoundSizes, runPairedLoads } from './paired-loads.ts';
import { createSide, inTurn, recordSample, type PairedSide } from './sides.ts';

/** How much is measured. */
export interface ComparisonSizes {
  readonly starts: number;
  readonly rounds: number;
  readonly warmUp: RoundSizes;
  readonly loads: RoundSizes;
}
/** Linux counts processor time in hundredths of a second: a load of a round takes more than thirty of them. */
export const usualSizes: ComparisonSizes = {
  starts: 20,
  rounds: 8,
  warmUp: { creates: 600, reads: 3000, lists: 100, stateVersions: 100, variableSets: 100 },
  loads: { creates: 2000, reads: 10_000, lists: 500, stateVersions: 500, variableSets: 1000 },
};

const measureStart = async (side: PairedSide, data: string): Promise<void> => {
  const service = await serviceProcess(['--data', data], [], side.checkout);
  recordSample(side, 'a start: processor time until it listens, ms', cpuSeconds(service.pid) * 1000);
  recordSample(side, 'a start: from exec until it listens, ms', service.readyAfter);
  await service.end();
};

/** A process of its own in each round, since two processes of one program differ. */
const measureRound = async (side: PairedSide, data: string, { warmUp, loads }: ComparisonSizes): Promise<void> => {
  const service = await serviceProcess(['--data', data], [], side.checkout);
  await runPairedLoads([service], 'warm-up', warmUp, () => {});
  await runPairedLoads([service], 'some', loads, ({ what, figures }) =>
    recordSample(side, `${what}: processor time of one, µs`, figures.cpuMicroseconds),
  );
  await service.end();
};

/**
 * The service of this checkout beside that of another one, on SQLite, in turn. The other one takes part twice, which tells what a
 * difference means on this machine.
 */
export const compareCheckouts = async (
  { other, own }: { readonly other: string; readonly own: string },
  threshold: number,
  sizes: ComparisonSizes,
  progress: (words: string) => void,
): Promise<readonly JudgedRatio[]> => {
  const sides = [createSide('commit', other), createSide('again', other), createSide('this', own)] as const;
  const folder = mkdtempSync(join(tmpdir(), 'slipway-bench-pairs-'));
  undoAtExit(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  for (let round = 0; round < sizes.starts; round++)
    for (const side of inTurn(sides, round)) await measureStart(side, join(folder, `start-${side.title}-${round}`));
  for (let round = 0; round < sizes.rounds; round++) {
    for (const side of inTurn(sides, round)) await measureRound(side, join(folder, `${side.title}-${round}`), sizes);
    progress(`round ${round + 1} of ${sizes.rounds}`);
  }
  const [commit, again, mine] = sides;
  return [...commit.samples].map(([what, samples]) =>
    judgeRatio({ what, commit: samples, again: again.samples.get(what)!, own: mine.samples.get(what)! }, threshold),
  );
};
