import type { PatternBudget } from '../pattern-budget.ts';
import type { WorkflowConfig, WorkflowJob } from '../configuration.ts';
import { summarizeNames } from '../summarize-names.ts';
import type { PlannedJob, PlanTarget } from './planned-workflow.ts';
import { filterSkipReason } from './matches-filter.ts';

/** A job of a compiled workflow. */
export interface PlanEntry {
  readonly name: string;
  readonly job: WorkflowJob;
  readonly requires: PlannedJob['requires'];
}

export const toPlanEntry = (item: WorkflowConfig['jobs'][number]): PlanEntry => {
  const [name, job] = typeof item === 'string' ? [item, {}] : Object.entries(item)[0]!;
  const requires = (job.requires ?? []).flatMap((one) =>
    typeof one === 'string'
      ? [{ job: one, statuses: ['success'] as const }]
      : Object.entries(one).map(([required, statuses]) => ({ job: required, statuses })),
  );
  return { name, job, requires };
};

/** The jobs that are skipped, with the reason: their filters do not match, or all that they require is skipped. */
export const findSkippedJobs = (
  entries: readonly PlanEntry[],
  revision: PlanTarget,
  patterns: PatternBudget,
): ReadonlyMap<string, string> => {
  const skipped = new Map<string, string>();
  const byName = new Map(entries.map((entry) => [entry.name, entry]));
  const dependents = new Map<string, string[]>(entries.map(({ name }) => [name, []]));
  const left = new Map(entries.map(({ name, requires }) => [name, requires.length]));
  for (const { name, requires } of entries) for (const { job } of requires) dependents.get(job)?.push(name);
  const queue: string[] = [];
  const leave = (name: string, message: string) => {
    if (!skipped.has(name)) {
      skipped.set(name, message);
      queue.push(name);
    }
  };
  for (const { name, job } of entries) {
    const message = filterSkipReason(job.filters, revision, patterns);
    if (message !== undefined) leave(name, message);
  }
  for (let next = 0; next < queue.length; next += 1)
    for (const name of dependents.get(queue[next]!)!) {
      const still = left.get(name)! - 1;
      left.set(name, still);
      if (still === 0) leave(name, `all that it requires is skipped: ${summarizeNames(byName.get(name)!.requires.map(({ job }) => job))}`);
    }
  return skipped;
};
