import type { Configuration, WorkflowConfig } from '../configuration.ts';

export interface GraphRequirement {
  readonly job: string;
  /** Statuses that satisfy the requirement; empty: `success` only. */
  readonly statuses: readonly string[];
}
export interface GraphJob {
  readonly name: string;
  readonly isApproval: boolean;
  readonly requires: readonly GraphRequirement[];
  /** Number of jobs on the longest path to this job; 0 without requirements. */
  readonly level: number;
}
export interface WorkflowGraph {
  readonly workflow: string;
  /** In the order of the configuration. */
  readonly jobs: readonly GraphJob[];
}

type UnplacedJob = Omit<GraphJob, 'level'>;

const readJob = (item: WorkflowConfig['jobs'][number]): UnplacedJob => {
  const [name, options] = typeof item === 'string' ? [item, {}] : Object.entries(item)[0]!;
  const requires = (options.requires ?? []).map((required) => {
    const [job, statuses] = typeof required === 'string' ? [required, []] : Object.entries(required)[0]!;
    return { job, statuses };
  });
  return { name, isApproval: options.type === 'approval', requires };
};

/** The level of each job. Requirements form no cycle in a configuration that compiles. */
const findLevels = (jobs: readonly UnplacedJob[]): ReadonlyMap<string, number> => {
  const levels = new Map<string, number>();
  const waiting = new Map(jobs.map(({ name, requires }) => [name, new Set(requires.map(({ job }) => job)).size]));
  const dependents = new Map<string, string[]>(jobs.map(({ name }) => [name, []]));
  for (const { name, requires } of jobs) for (const job of new Set(requires.map((one) => one.job))) dependents.get(job)?.push(name);
  let ready = jobs.filter(({ requires }) => requires.length === 0).map(({ name }) => name);
  for (let level = 0; ready.length > 0; level++) {
    const next: string[] = [];
    for (const name of ready) {
      levels.set(name, level);
      for (const dependent of dependents.get(name)!) {
        waiting.set(dependent, waiting.get(dependent)! - 1);
        if (waiting.get(dependent) === 0) next.push(dependent);
      }
    }
    ready = next;
  }
  return levels;
};

/** The graphs of the workflows of a compiled configuration. */
export const graphWorkflows = ({ workflows }: Configuration): readonly WorkflowGraph[] =>
  Object.entries(workflows)
    .filter((entry): entry is [string, WorkflowConfig] => typeof entry[1] === 'object')
    .map(([workflow, { jobs: items }]) => {
      const jobs = items.map(readJob);
      const levels = findLevels(jobs);
      return { workflow, jobs: jobs.map((job) => ({ ...job, level: levels.get(job.name) ?? 0 })) };
    });
