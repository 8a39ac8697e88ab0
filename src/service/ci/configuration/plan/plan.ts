import type { Configuration, Filter, Filters, JobType, RequiredStatus, Workflow, WorkflowJob } from '../configuration.ts';
import { readPattern } from '../pattern.ts';
import { patternIn } from '../workflow/filters.ts';

/** What a pipeline is for. */
export interface Revision {
  readonly branch?: string | undefined;
  readonly tag?: string | undefined;
  /** The name of the workflow whose schedule triggered the pipeline. Without it scheduled workflows do not run, with it only that one. */
  readonly schedule?: string | undefined;
}

export interface PlannedJob {
  readonly name: string;
  readonly type: JobType;
  readonly contexts: readonly string[];
  /** Names of jobs of the same plan. */
  readonly dependencies: readonly string[];
  /** The ends that each dependency may have. */
  readonly requires: readonly { readonly job: string; readonly statuses: readonly RequiredStatus[] }[];
  readonly serialGroup?: string;
}

/** A workflow as it runs. One that has no jobs left is none. */
export interface PlannedWorkflow {
  readonly name: string;
  readonly maxAutoReruns: number;
  readonly jobs: readonly PlannedJob[];
  readonly leftOut: readonly { readonly job: string; readonly message: string }[];
}

const names = (name: string, text: string): boolean => {
  const source = patternIn(name);
  const reading = source === undefined ? undefined : readPattern(source);
  return reading ? 'pattern' in reading && reading.pattern.matches(text) : name === text;
};

/** What `only` does not name is not wanted; of that what `ignore` names is not either. */
const wants = ({ only, ignore }: Filter, text: string): boolean => (!only || only.some((name) => names(name, text))) && !(ignore?.some((name) => names(name, text)) ?? false);

/** Why a job's filters leave it out; undefined where they do not. Tags need to be asked for. */
const filtered = (filters: Filters | undefined, { branch, tag }: Revision): string | undefined => {
  if (filters === 'true') return undefined;
  if (filters === 'false') return 'its filter does not hold';
  if (tag !== undefined) {
    if (!filters?.tags?.only && !filters?.tags?.ignore) return `it does not ask for tags, and this is the tag ${tag}`;
    return wants(filters.tags, tag) ? undefined : `its filters do not want the tag ${tag}`;
  }
  if (!filters?.branches || wants(filters.branches, branch ?? '')) return undefined;
  return branch === undefined ? 'its filters want a branch' : `its filters do not want the branch ${branch}`;
};

interface Entry { readonly name: string; readonly job: WorkflowJob; readonly requires: PlannedJob['requires'] }

const entryOf = (item: Workflow['jobs'][number]): Entry => {
  const [name, job] = typeof item === 'string' ? [item, {}] : Object.entries(item)[0]!;
  const requires = (job.requires ?? []).flatMap((one) => (typeof one === 'string' ? [{ job: one, statuses: ['success'] as const }] : Object.entries(one).map(([required, statuses]) => ({ job: required, statuses }))));
  return { name, job, requires };
};

/** The jobs that are left out and why: filtered themselves, or everything they require is. */
const leftOutOf = (entries: readonly Entry[], revision: Revision): ReadonlyMap<string, string> => {
  const leftOut = new Map<string, string>();
  const byName = new Map(entries.map((entry) => [entry.name, entry]));
  const dependents = new Map<string, string[]>(entries.map(({ name }) => [name, []]));
  const left = new Map(entries.map(({ name, requires }) => [name, requires.length]));
  for (const { name, requires } of entries) for (const { job } of requires) dependents.get(job)?.push(name);
  const queue: string[] = [];
  const leave = (name: string, message: string) => { if (!leftOut.has(name)) { leftOut.set(name, message); queue.push(name); } };
  for (const { name, job } of entries) { const message = filtered(job.filters, revision); if (message !== undefined) leave(name, message); }
  for (let next = 0; next < queue.length; next += 1) for (const name of dependents.get(queue[next]!)!) {
    const still = left.get(name)! - 1;
    left.set(name, still);
    if (still === 0) leave(name, `all that it requires is left out: ${byName.get(name)!.requires.map(({ job }) => job).slice(0, 12).join(', ')}`);
  }
  return leftOut;
};

const planned = (entry: Entry, configuration: Configuration, leftOut: ReadonlyMap<string, string>): PlannedJob => {
  const { name, job } = entry;
  const requires = entry.requires.filter((one) => !leftOut.has(one.job));
  const type = job.type ?? (Object.hasOwn(configuration.jobs, name) ? configuration.jobs[name]!.type : undefined) ?? 'build';
  return { name, type, contexts: job.context ?? [], dependencies: requires.map((one) => one.job), requires, ...(job['serial-group'] !== undefined && { serialGroup: job['serial-group'] }) };
};

const onSchedule = (name: string, { triggers }: Workflow, { schedule, branch }: Revision): string | undefined => {
  if (schedule === undefined) return triggers ? 'its workflow runs on a schedule' : undefined;
  if (schedule !== name) return `this is the schedule of the workflow ${schedule}`;
  const isWanted = (triggers ?? []).some((trigger) => wants(trigger.schedule.filters?.branches ?? {}, branch ?? ''));
  return isWanted ? undefined : `the schedule is not for ${branch === undefined ? 'no branch' : `the branch ${branch}`}`;
};

/** Which jobs of a compiled configuration run for a branch or a tag, and which do not and why. */
export const plan = (configuration: Configuration, revision: Revision): readonly PlannedWorkflow[] => Object.entries(configuration.workflows).flatMap(([name, workflow]) => {
  if (typeof workflow !== 'object') return [];
  const entries = workflow.jobs.map(entryOf);
  const message = onSchedule(name, workflow, revision);
  const leftOut = message === undefined ? leftOutOf(entries, revision) : new Map(entries.map((entry) => [entry.name, message]));
  return [{
    name, maxAutoReruns: workflow.max_auto_reruns ?? 0,
    jobs: entries.filter((entry) => !leftOut.has(entry.name)).map((entry) => planned(entry, configuration, leftOut)),
    leftOut: entries.flatMap((entry) => (leftOut.has(entry.name) ? [{ job: entry.name, message: leftOut.get(entry.name)! }] : [])),
  }];
});
