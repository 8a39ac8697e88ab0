import { endCgroup } from './cgroups.ts';
import { removeMarkedContainers } from './isolation/docker/remove-containers.ts';
import type { Isolation } from './isolation/isolation.ts';
import { killMarkedProcesses } from './marked-processes.ts';
import type { WorkPlace } from './work-kind.ts';

/** Kills the remaining processes of a piece of work by every available method, also if one of them fails. */
export const endProcesses = async (
  { cgroups, mark }: Pick<WorkPlace, 'cgroups' | 'mark'>,
  isolation: Isolation | undefined,
  report: (words: string, error: unknown) => void,
): Promise<void> => {
  const reportFailure = (error: unknown): void => report('ending the processes of a job', error);
  await removeMarkedContainers(isolation, mark).catch(reportFailure);
  for (const folder of cgroups.folders) await endCgroup(folder).catch(reportFailure);
  await killMarkedProcesses(mark).catch(reportFailure);
};
