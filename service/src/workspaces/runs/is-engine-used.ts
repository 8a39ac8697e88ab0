import type { ServiceSettings } from '../../http/route.ts';

/** Whether runs are executed by the engine: where this process runs jobs, unless the operator chose scripted runs. */
export const isEngineUsed = ({ runsJobs, runs }: Pick<ServiceSettings, 'runsJobs' | 'runs'>): boolean =>
  runsJobs === true && runs !== 'scripted';
