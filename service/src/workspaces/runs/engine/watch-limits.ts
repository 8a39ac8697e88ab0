import { countMemoryKills } from '../../../runner/limit-cgroups.ts';
import type { RunnerOptions } from '../../../runner/runner-facts.ts';
import { watchCpuTime } from '../../../runner/watch-cpu-time.ts';
import { type ExceededLimit, watchWork } from '../../../runner/watch-work.ts';
import type { WorkPlace } from '../../../runner/work-kind.ts';

type LimitedPlace = Pick<WorkPlace, 'cgroups' | 'mark' | 'root'>;
type RunLimits = Pick<RunnerOptions, 'runCpuSeconds' | 'runMemoryMegabytes' | 'runProcesses' | 'runDiskMegabytes'>;

/** Why processes of a phase were ended by the memory limit that all of them share; undefined: none was. */
const describeMemory = async ({ cgroups: { limited } }: LimitedPlace, { runMemoryMegabytes }: RunLimits): Promise<string | undefined> =>
  limited !== undefined && (await countMemoryKills(limited)) > 0
    ? `The processes of this run needed more than ${runMemoryMegabytes} MB of memory together, and the system ended some of them.`
    : undefined;

/**
 * Watches the limits that all processes of a phase share. `stop` is called with a reason when their CPU time is used up, their folders
 * have too much, or they are too many. `end` stops watching, and resolves to what other limits did.
 */
export const watchLimits = (
  limits: RunLimits,
  place: LimitedPlace,
  stop: (limit: ExceededLimit) => void,
): { end(): Promise<string | undefined> } => {
  const { runCpuSeconds } = limits;
  const watch =
    runCpuSeconds === undefined
      ? undefined
      : watchCpuTime(place, runCpuSeconds, () => {
          stop({ reason: `The processes of this run used more than ${runCpuSeconds} s of CPU time together.`, mode: 'withinGrace' });
        });
  const work = watchWork('run', place, limits, stop);
  return {
    end: async () => {
      watch?.stop();
      const reached = [await describeMemory(place, limits), await work.end()].filter((one) => one !== undefined);
      return reached.length === 0 ? undefined : reached.join(' ');
    },
  };
};
