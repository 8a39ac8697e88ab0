import { isObject } from '@slipway/schema-tools/json';
import type { RequiredStatus, ScheduleConfig, WorkflowConfig, WorkflowJob } from '../configuration.ts';
import { configurationLimits } from '../configuration-limits.ts';
import type { CompileContext } from '../elements/compile-context.ts';
import { getItems, getMember, type ConfigNode } from '../source/config-node.ts';
import { resolveNode } from '../templates/resolve.ts';
import type { JobCall, WorkflowCalls } from './job-call.ts';
import { compileFilter } from './filters.ts';
import { reportCycle, type JobRequirement, resolveRequirements } from './requirements.ts';

type JobNames = ReadonlyMap<JobCall, string>;

const compileRequirements = (requirements: readonly JobRequirement[], names: JobNames): NonNullable<WorkflowJob['requires']> => {
  const byName = new Map<string, readonly RequiredStatus[]>();
  for (const { call, statuses } of requirements)
    byName.set(names.get(call)!, [...new Set([...(byName.get(names.get(call)!) ?? []), ...statuses])]);
  return [...byName].map(([name, statuses]) => (statuses.length === 1 && statuses[0] === 'success' ? name : { [name]: statuses }));
};

const compileJobCall = (
  call: JobCall,
  requirements: readonly JobRequirement[],
  names: JobNames,
): string | { readonly [job: string]: WorkflowJob } => {
  const name = names.get(call)!;
  const job: WorkflowJob = {
    ...(!call.job && { type: 'approval' }),
    ...(call.context.length > 0 && { context: call.context }),
    ...(requirements.length > 0 && { requires: compileRequirements(requirements, names) }),
    ...(call.filters !== undefined && { filters: call.filters }),
    ...(call.serialGroup !== undefined && { 'serial-group': call.serialGroup }),
  };
  return Object.keys(job).length > 0 ? { [name]: job } : name;
};

const compileSchedule = (trigger: ConfigNode, context: CompileContext): { readonly schedule: ScheduleConfig } | undefined => {
  const schedule = getMember(trigger, 'schedule');
  const cron = schedule && getMember(schedule, 'cron');
  if (!schedule || !cron) {
    context.session.reportFault(trigger.pointer, 'expected a `schedule` with a `cron`');
    return undefined;
  }
  const filters = getMember(schedule, 'filters');
  const branches = filters && getMember(filters, 'branches');
  return {
    schedule: {
      cron: String(resolveNode(cron, context.scope, context.session)),
      ...(branches && { filters: { branches: compileFilter(branches, context) } }),
    },
  };
};

/** Compiles a workflow: jobs and requirements by their final names. */
export const compileWorkflow = ({ node, calls }: WorkflowCalls, names: JobNames, context: CompileContext): WorkflowConfig => {
  const { scope, session } = context;
  const requirements = resolveRequirements(calls, session);
  reportCycle(calls, requirements, session);
  const reruns = getMember(node, 'max_auto_reruns');
  const most = reruns && resolveNode(reruns, scope, session);
  if (reruns && most !== undefined && !(Number.isInteger(most) && Number(most) >= 1 && Number(most) <= configurationLimits.automaticReruns))
    session.reportFault(reruns.pointer, `expected a whole number from 1 to ${configurationLimits.automaticReruns}`);
  const triggers = getItems(getMember(node, 'triggers')).flatMap((trigger) =>
    isObject(trigger.value) ? (compileSchedule(trigger, context) ?? []) : [],
  );
  return {
    ...(most !== undefined && { max_auto_reruns: most as number }),
    ...(triggers.length > 0 && { triggers }),
    jobs: calls.map((call) => compileJobCall(call, requirements.get(call)!, names)),
  };
};
