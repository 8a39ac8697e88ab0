import type { PlannedJob, PlannedWorkflow, PlanTarget } from './planned-workflow.ts';
import type { Configuration, WorkflowConfig } from '../configuration.ts';
import { type PlanEntry, toPlanEntry, findSkippedJobs } from './skipped-jobs.ts';
import { matchesFilter } from './matches-filter.ts';
import { configurationLimits } from '../configuration-limits.ts';
import { createPatternBudget, type PatternBudget } from '../pattern-budget.ts';

const planJob = (entry: PlanEntry, configuration: Configuration, skipped: ReadonlyMap<string, string>): PlannedJob => {
  const { name, job } = entry;
  const requires = entry.requires.filter((one) => !skipped.has(one.job));
  const type = job.type ?? (Object.hasOwn(configuration.jobs, name) ? configuration.jobs[name]!.type : undefined) ?? 'build';
  return {
    name,
    type,
    contexts: job.context ?? [],
    dependencies: requires.map((one) => one.job),
    requires,
    ...(job['serial-group'] !== undefined && { serialGroup: job['serial-group'] }),
  };
};

const scheduleSkipReason = (
  name: string,
  { triggers }: WorkflowConfig,
  { schedule, branch }: PlanTarget,
  patterns: PatternBudget,
): string | undefined => {
  if (schedule === undefined) return triggers ? 'its workflow runs on a schedule' : undefined;
  if (schedule !== name) return `this is the schedule of the workflow ${schedule}`;
  const isWanted = (triggers ?? []).some((trigger) => matchesFilter(trigger.schedule.filters?.branches ?? {}, branch ?? '', patterns));
  return isWanted ? undefined : `the schedule is not for ${branch === undefined ? 'no branch' : `the branch ${branch}`}`;
};

/**
 * Plans which jobs of a compiled configuration run for a branch or a tag, and why others are skipped. Throws PatternsTooCostly where
 * the filters take too many steps.
 */
export const planWorkflows = (
  configuration: Configuration,
  revision: PlanTarget,
  patterns: PatternBudget = createPatternBudget(configurationLimits.patternSteps),
): readonly PlannedWorkflow[] =>
  Object.entries(configuration.workflows).flatMap(([name, workflow]) => {
    if (typeof workflow !== 'object') return [];
    const entries = workflow.jobs.map(toPlanEntry);
    const message = scheduleSkipReason(name, workflow, revision, patterns);
    const skipped =
      message === undefined ? findSkippedJobs(entries, revision, patterns) : new Map(entries.map((entry) => [entry.name, message]));
    return [
      {
        name,
        maxAutoReruns: workflow.max_auto_reruns ?? 0,
        jobs: entries.filter((entry) => !skipped.has(entry.name)).map((entry) => planJob(entry, configuration, skipped)),
        skipped: entries.flatMap((entry) => (skipped.has(entry.name) ? [{ job: entry.name, message: skipped.get(entry.name)! }] : [])),
      },
    ];
  });
