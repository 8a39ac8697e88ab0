import { countRefusedProcesses } from './limit-cgroups.ts';
import { countMarkedProcesses } from './marked-processes.ts';
import { measureFolder } from './measure-folder.ts';
import type { RunnerOptions } from './runner-facts.ts';
import type { WorkPlace } from './work-kind.ts';

type WatchedPlace = Pick<WorkPlace, 'cgroups' | 'mark' | 'root'>;
export type WorkLimits = Pick<RunnerOptions, 'runProcesses' | 'runDiskMegabytes'>;

/** Converts mebibytes to bytes. */
export const toBytes = (megabytes: number | undefined): number | undefined =>
  megabytes === undefined ? undefined : megabytes * 1024 * 1024;

/** Milliseconds between two looks; more where a look takes long, so that it takes at most a twentieth of the time. */
const interval = 1000;
const restPerLook = 20;

/** Looks again and again until it is stopped. */
const repeat = (look: () => Promise<void>): { stop(): void } => {
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  const plan = (rest: number): void => {
    timer = setTimeout(() => {
      const began = performance.now();
      void look().finally(() => {
        if (!isStopped) plan(Math.max(interval, (performance.now() - began) * restPerLook));
      });
    }, rest);
  };
  plan(interval);
  return {
    stop: () => {
      isStopped = true;
      clearTimeout(timer);
    },
  };
};

/** The limit that a piece of work exceeded, and how it is ended: a fork bomb is killed at once. */
export interface ExceededLimit {
  readonly reason: string;
  readonly mode: 'withinGrace' | 'kill';
}

/** `noun`: what the work is. Returns what a look finds. */
const createLooks = (noun: 'run' | 'job', { cgroups, mark, root }: WatchedPlace, { runProcesses, runDiskMegabytes }: WorkLimits) => {
  const most = toBytes(runDiskMegabytes);
  return {
    disk: async (): Promise<ExceededLimit | undefined> => {
      if (most === undefined || ((await measureFolder(root)) ?? 0) < most) return undefined;
      const reason = `The folders of this ${noun} reached ${runDiskMegabytes} MB, the limit of --run-disk-megabytes.`;
      return { reason, mode: 'withinGrace' };
    },
    // If the system enforces the limit, it cannot be exceeded.
    processes: async (): Promise<ExceededLimit | undefined> => {
      if (runProcesses === undefined || cgroups.bounded !== undefined || (await countMarkedProcesses(mark)) <= runProcesses)
        return undefined;
      const reason = `The processes of this ${noun} were more than ${runProcesses} at once, the limit of --run-processes, and were ended.`;
      return { reason, mode: 'kill' };
    },
    refused: async (): Promise<string | undefined> =>
      cgroups.bounded !== undefined && (await countRefusedProcesses(cgroups.bounded)) > 0
        ? `The processes of this ${noun} were ${runProcesses} at once, the limit of --run-processes, and the system started no more.`
        : undefined,
  };
};

/**
 * Watches the number of processes and the disk usage of a piece of work. `onExceeded` is called at most once. `end` stops watching, and
 * resolves to the limit that was reached without ending the work, or was not noticed yet.
 */
export const watchWork = (
  noun: 'run' | 'job',
  place: WatchedPlace,
  limits: WorkLimits,
  onExceeded: (limit: ExceededLimit) => void,
): { end(): Promise<string | undefined> } => {
  let isExceeded = false;
  const looks = createLooks(noun, place, limits);
  const watch = (look: () => Promise<ExceededLimit | undefined>): { stop(): void } =>
    repeat(async () => {
      const found = isExceeded ? undefined : await look();
      if (!found || isExceeded) return;
      isExceeded = true;
      onExceeded(found);
    });
  const watches = [
    ...(limits.runDiskMegabytes === undefined ? [] : [watch(looks.disk)]),
    ...(limits.runProcesses === undefined || place.cgroups.bounded !== undefined ? [] : [watch(looks.processes)]),
  ];
  return {
    end: async () => {
      for (const { stop } of watches) stop();
      if (isExceeded) return undefined;
      isExceeded = true;
      return (await looks.refused()) ?? (await looks.disk())?.reason;
    },
  };
};
