import { countMemoryKills } from '../../../runner/memory-cgroups.ts';
import type { RunnerOptions } from '../../../runner/runner-facts.ts';
import { watchCpuTime } from '../../../runner/watch-cpu-time.ts';
import type { WorkPlace } from '../../../runner/work-kind.ts';

type LimitedPlace = Pick<WorkPlace, 'cgroups' | 'mark'>;
type RunLimits = Pick<RunnerOptions, 'runCpuSeconds' | 'runMemoryMegabytes'>;

/** Why processes of a phase were ended by the memory limit that all of them share; undefined: none was. */
const describeMemory = async ({ cgroups: { limited } }: LimitedPlace, { runMemoryMegabytes }: RunLimits): Promise<string | undefined> =>
  limited !== undefined && (await countMemoryKills(limited)) > 0
    ? `The processes of this run needed more than ${runMemoryMegabytes} MB of memory together, and the system ended some of them.`
    : undefined;

/**
 * Watches the limits that all processes of a phase share. `stop` is called with a reason when their CPU time is used up. `end` stops
 * watching, and resolves to what the memory limit did.
 */
export const watchLimits = (
  limits: RunLimits,
  place: LimitedPlace,
  stop: (reason: string) => void,
): { end(): Promise<string | undefined> } => {
  const { runCpuSeconds } = limits;
  const watch =
    runCpuSeconds === undefined
      ? undefined
      : watchCpuTime(place, runCpuSeconds, () => stop(`The processes of this run used more than ${runCpuSeconds} s of CPU time together.`));
  return {
    end: () => {
      watch?.stop();
      return describeMemory(place, limits);
    },
  };
};
