import { isObject } from '../../../../../schema-tools/src/json.ts';
import type { RequiredStatus, Schedule, Workflow, WorkflowJob } from '../configuration.ts';
import { limits } from '../limits.ts';
import type { Context } from '../reuse/context.ts';
import { items, member, type Place } from '../source/place.ts';
import { resolve } from '../text/resolve.ts';
import type { Call, WorkflowCalls } from './call.ts';
import { filterOf } from './filters.ts';
import { refuseCircles, type Requirement, requirementsOf } from './requirements.ts';

type Names = ReadonlyMap<Call, string>;

const required = (requirements: readonly Requirement[], names: Names): NonNullable<WorkflowJob['requires']> => {
  const byName = new Map<string, readonly RequiredStatus[]>();
  for (const { call, statuses } of requirements) byName.set(names.get(call)!, [...new Set([...byName.get(names.get(call)!) ?? [], ...statuses])]);
  return [...byName].map(([name, statuses]) => (statuses.length === 1 && statuses[0] === 'success' ? name : { [name]: statuses }));
};

const compiledJob = (call: Call, requirements: readonly Requirement[], names: Names): string | { readonly [job: string]: WorkflowJob } => {
  const name = names.get(call)!;
  const job: WorkflowJob = {
    ...(!call.job && { type: 'approval' }), ...(call.context.length > 0 && { context: call.context }),
    ...(requirements.length > 0 && { requires: required(requirements, names) }), ...(call.filters !== undefined && { filters: call.filters }),
    ...(call.serialGroup !== undefined && { 'serial-group': call.serialGroup }),
  };
  return Object.keys(job).length > 0 ? { [name]: job } : name;
};

const scheduleOf = (trigger: Place, context: Context): { readonly schedule: Schedule } | undefined => {
  const schedule = member(trigger, 'schedule');
  const cron = schedule && member(schedule, 'cron');
  if (!schedule || !cron) { context.work.fault(trigger.pointer, 'expected a `schedule` with a `cron`'); return undefined; }
  const filters = member(schedule, 'filters');
  const branches = filters && member(filters, 'branches');
  return { schedule: { cron: String(resolve(cron, context.scope, context.work)), ...(branches && { filters: { branches: filterOf(branches, context) } }) } };
};

/** A workflow as it is kept: jobs by their final names, requirements by name. */
export const compiledWorkflow = ({ place, calls }: WorkflowCalls, names: Names, context: Context): Workflow => {
  const { scope, work } = context;
  const requirements = requirementsOf(calls, work);
  refuseCircles(calls, requirements, work);
  const reruns = member(place, 'max_auto_reruns');
  const most = reruns && resolve(reruns, scope, work);
  if (reruns && most !== undefined && !(Number.isInteger(most) && Number(most) >= 1 && Number(most) <= limits.automaticReruns)) work.fault(reruns.pointer, `expected a whole number from 1 to ${limits.automaticReruns}`);
  const triggers = items(member(place, 'triggers')).flatMap((trigger) => (isObject(trigger.value) ? scheduleOf(trigger, context) ?? [] : []));
  return {
    ...(most !== undefined && { max_auto_reruns: most as number }), ...(triggers.length > 0 && { triggers }),
    jobs: calls.map((call) => compiledJob(call, requirements.get(call)!, names)),
  };
};
