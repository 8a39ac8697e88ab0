import { rm } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { join } from 'node:path';
import { cleanUpAfterLostRunners } from './clean-up-after-lost-runners.ts';
import { runnerTimeout } from './end-lost-work.ts';
import { endProcesses } from './end-processes.ts';
import { measureFolder } from './measure-folder.ts';
import { guardCgroups } from './guard-cgroups.ts';
import { openGateway } from './isolation/gateway/open-gateway.ts';
import { type JobsFolder, openJobsFolder, removeTree } from './jobs-folder.ts';
import type { RunnerRecord } from './runner-records.ts';
import { isStopping, type RunnerDependencies, type RunnerOptions } from './runner-facts.ts';
import { type ActiveWork, createRunnerState, type RunnerState } from './runner-state.ts';
import { createWorkCgroups, findCgroupBases } from './work-cgroups.ts';
import { findOrigin } from '../tracing/span-origins.ts';
import { type ClaimedWork, listWatchedKinds, type StopMode, type WorkKind } from './work-kind.ts';

export type { RunnerDependencies, RunnerOptions } from './runner-facts.ts';

/** Milliseconds between two heartbeats. */
const heartbeatInterval = runnerTimeout / 4;
/** Milliseconds between two looks at what is queued and what has to stop, however much is written. */
const shortestPause = 20;
/** Milliseconds after a failure. */
const retryDelay = 1000;

const noMemoryLimit = new Error('this system lets the service create no cgroup with a memory limit, so it holds for each process');

/** Stores that this runner is alive. */
const saveHeartbeat = ({ id, dependencies: { store } }: RunnerState): Promise<void> =>
  store.write(async (tx) => {
    const stored = await tx.get<RunnerRecord>('ci-runners', id);
    const body: RunnerRecord = { seenAt: Date.now() };
    if (stored) await tx.update<RunnerRecord>(stored, { body });
    else await tx.insert<RunnerRecord>({ id, kind: 'ci-runners', scope: '', key: id, name: '', body });
  });

/** Sandboxes without a network of the machine have a way out as long as the runner works. */
const openWayOut = async (runner: RunnerState): Promise<void> => {
  const { options, dependencies } = runner;
  if (options.isolation?.network.kind !== 'proxy' || runner.closeGateway) return;
  const { gateway, close } = await openGateway(options.isolation.network, dependencies.address);
  runner.closeGateway = close;
  runner.options = { ...options, isolation: { ...options.isolation, gateway } };
};

const prepareFolder = async (runner: RunnerState, kinds: readonly WorkKind[]): Promise<JobsFolder> => {
  const folder = await openJobsFolder(runner.options.folder);
  const { runMemoryMegabytes, runProcesses, isolation } = runner.options;
  // The daemon creates the cgroups of containers.
  const limitsMemory = runMemoryMegabytes !== undefined && !isolation?.container;
  if (!isolation?.container) runner.cgroups = await findCgroupBases(limitsMemory, runProcesses !== undefined);
  if (limitsMemory && !runner.cgroups.memory) runner.dependencies.report('limiting the memory of runs as a whole', noMemoryLimit);
  if (runner.options.runDiskMegabytes !== undefined && (await measureFolder(runner.options.folder)) === undefined)
    runner.dependencies.report('limiting the disk of runs and jobs', new Error('the program du is needed, and does not work here'));
  await openWayOut(runner);
  runner.cgroupGuard ??= guardCgroups(runner.cgroups, `${folder.id}/${runner.id}/`);
  await cleanUpAfterLostRunners(runner, kinds, folder, runner.dependencies.store.shared !== true);
  await saveHeartbeat(runner);
  return folder;
};

const stopWork = ({ work, stops }: ActiveWork, mode: StopMode): void => {
  if (stops.has(mode)) return;
  stops.add(mode);
  work.stop(mode);
};

/** Stops this runner's work that has to, such as what was canceled. */
const stopCanceledWork = async ({ active, dependencies: { store } }: RunnerState, kinds: readonly WorkKind[]): Promise<void> => {
  for (const kind of kinds) {
    const ids = [...active].filter(([, one]) => one.kind === kind).map(([id]) => id);
    if (ids.length === 0) continue;
    for (const [id, mode] of await kind.findStops(store, ids)) {
      const found = active.get(id);
      if (found) stopWork(found, mode);
    }
  }
};

/** Performs work in a span, where anything is traced; linked to the request that it is due to. */
const traceWork = async (runner: RunnerState, kind: WorkKind, work: ClaimedWork, perform: () => Promise<void>): Promise<void> => {
  const { tracer, store, report } = runner.dependencies;
  if (!tracer) return perform();
  const attributes = { [`slipway.${kind.name}.id`]: work.id, 'slipway.runner.id': runner.id };
  const origin = await findOrigin(store, work.origins ?? []).catch((error: unknown) => report('finding what a job is due to', error));
  await tracer.trace({ name: `perform ${kind.name}`, kind: 'internal', attributes, links: origin ? [origin] : [] }, perform);
};

/** Starts work that this runner claimed and whose slot is reserved. */
const startWork = (runner: RunnerState, kind: WorkKind, work: ClaimedWork, folder: JobsFolder): void => {
  const mark = `${folder.id}/${runner.id}/${work.id}`;
  const perform = async (): Promise<void> => {
    const cgroups = await createWorkCgroups(runner.cgroups, mark, { memory: work.memoryLimit, processes: runner.options.runProcesses });
    const place = { folder, mark, root: join(folder.work, runner.id, work.id), cgroups };
    await work.perform(place);
    await endProcesses(place, runner.options.isolation, runner.dependencies.report);
    await removeTree(place.root);
  };
  const over = traceWork(runner, kind, work, perform)
    .catch((error: unknown) => {
      runner.dependencies.report('running a job', error);
    })
    .finally(() => {
      runner.active.delete(work.id);
    });
  runner.active.set(work.id, { kind, work, stops: new Set(), over });
};

/** Claims and starts queued work of one kind while slots are free. */
const claimWork = async (runner: RunnerState, kind: WorkKind, folder: JobsFolder): Promise<void> => {
  const { slots, dependencies } = runner;
  while (!isStopping(runner) && slots.hasFree() && (await kind.hasQueued(dependencies.store))) {
    slots.reserve();
    const claimed = await kind.claimNext(runner).catch((error: unknown) => {
      slots.release();
      throw error;
    });
    if (!claimed) {
      slots.release();
      return;
    }
    startWork(runner, kind, claimed, folder);
  }
};

/** Works until the runner stops: when something is written that it watches, a slot is free again, or its heartbeat is due. */
const work = async (runner: RunnerState, kinds: readonly WorkKind[]): Promise<void> => {
  let [lastHeartbeat, isReported] = [Date.now(), false];
  const longestRest = Math.min(heartbeatInterval, ...kinds.flatMap(({ lookEvery }) => lookEvery ?? []));
  while (!isStopping(runner)) {
    let rest = Math.max(0, lastHeartbeat + heartbeatInterval - Date.now());
    try {
      const folder = (runner.folder ??= await prepareFolder(runner, kinds));
      if (rest === 0) {
        [lastHeartbeat, rest] = [Date.now(), heartbeatInterval];
        await saveHeartbeat(runner);
        await cleanUpAfterLostRunners(runner, kinds, folder, false);
      }
      await stopCanceledWork(runner, kinds);
      for (const kind of kinds) await claimWork(runner, kind, folder);
      isReported = false;
    } catch (error) {
      if (!isReported) runner.dependencies.report('running jobs', error);
      [isReported, rest] = [true, retryDelay];
    }
    await delay(shortestPause, undefined, { signal: runner.stopped.signal, ref: false }).catch(() => undefined);
    if (!isStopping(runner)) await runner.alarm.wait(Math.min(rest, longestRest));
  }
};

/** Does queued work of these kinds until it is stopped. What runs at that moment is ended, and its end is stored. */
export const startRunner = (
  dependencies: RunnerDependencies,
  options: RunnerOptions,
  kinds: readonly WorkKind[],
): { stop(): Promise<void> } => {
  const runner = createRunnerState(dependencies, options);
  const endWatch = dependencies.store.watch(listWatchedKinds(kinds), runner.alarm.ring);
  const working = work(runner, kinds);
  return {
    stop: async () => {
      runner.stopped.abort();
      runner.alarm.ring();
      endWatch();
      await working;
      const active = [...runner.active.values()];
      for (const one of active) stopWork(one, 'kill');
      await Promise.all(active.map(({ over }) => over));
      runner.cgroupGuard?.stop();
      runner.closeGateway?.();
      await dependencies.store.write((tx) => tx.delete('ci-runners', runner.id)).catch(() => undefined);
      if (runner.folder) await removeTree(join(runner.folder.work, runner.id));
      if (options.isTemporary) await rm(options.folder, { recursive: true, force: true }).catch(() => undefined);
    },
  };
};
