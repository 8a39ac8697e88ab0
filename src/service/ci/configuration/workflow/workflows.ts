import { isObject } from '../../../../../schema-tools/src/json.ts';
import type { Configuration, Job, Workflow } from '../configuration.ts';
import { holds } from '../reuse/condition.ts';
import type { Context } from '../reuse/context.ts';
import { items, member, members, type Place } from '../source/place.ts';
import type { WorkflowCalls } from './call.ts';
import { callsOf } from './calls.ts';
import { compiledWorkflow } from './compiled-workflow.ts';
import { finalNames } from './names.ts';

/** A workflow that does not run, and why. */
export interface LeftOut { readonly workflow: string; readonly message: string }
export interface Compiled { readonly jobs: Configuration['jobs']; readonly workflows: { readonly [name: string]: Workflow }; readonly leftOut: readonly LeftOut[] }

const whyNot = (place: Place, context: Context): string | undefined => {
  const [when, unless] = [member(place, 'when'), member(place, 'unless')];
  if (context.pipeline.isLiteral) {
    for (const condition of [when, unless]) if (condition) context.work.fault(condition.pointer, 'when and unless need `version: 2.1`');
    return undefined;
  }
  if (when && !holds(when, context)) return 'its `when` does not hold';
  return unless && holds(unless, context) ? 'its `unless` holds' : undefined;
};

/** Without workflows, the job `build` is one. */
const written = (root: Place, context: Context): readonly (readonly [string, Place])[] => {
  const workflows = member(root, 'workflows');
  if (workflows && workflows.value !== null) return members(workflows).filter(([name, { value }]) => name !== 'version' || isObject(value));
  if (context.namespace.elements.jobs.has('build')) return [['workflow', { value: { jobs: ['build'] }, pointer: '/jobs/build' }]];
  context.work.fault(workflows?.pointer ?? '', 'expected `workflows`, or a job named build that runs without them');
  return [];
};

/** All workflows that run, with the jobs that they run. */
export const compiledWorkflows = (root: Place, context: Context): Compiled => {
  const leftOut: LeftOut[] = [];
  const workflows: WorkflowCalls[] = [];
  for (const [name, place] of written(root, context)) {
    const message = whyNot(place, context);
    if (message === undefined) workflows.push({ name, place, calls: items(member(place, 'jobs')).flatMap((item) => callsOf(item, context)) });
    else leftOut.push({ workflow: name, message });
  }
  const names = finalNames(workflows);
  const jobs = new Map<string, Job>();
  for (const { calls } of workflows) for (const call of calls) if (call.job && !jobs.has(names.get(call)!)) jobs.set(names.get(call)!, call.job);
  const compiled = workflows.map((workflow) => [workflow.name, compiledWorkflow(workflow, names, context)] as const);
  return { jobs: Object.fromEntries(jobs), workflows: Object.fromEntries(compiled), leftOut };
};
