import { isObject } from '@slipway/schema-tools/json';
import type { Configuration, JobConfig, WorkflowConfig } from '../configuration.ts';
import { evaluateCondition } from '../elements/condition.ts';
import type { CompileContext } from '../elements/compile-context.ts';
import { getItems, getMember, getMembers, type ConfigNode } from '../source/config-node.ts';
import type { WorkflowCalls } from './job-call.ts';
import { expandJobCalls } from './job-calls.ts';
import { compileWorkflow } from './compile-workflow.ts';
import { assignJobNames } from './job-names.ts';

/** A workflow that does not run, with the reason. */
export interface SkippedWorkflow {
  readonly workflow: string;
  readonly message: string;
}
export interface CompiledWorkflows {
  readonly jobs: Configuration['jobs'];
  readonly workflows: { readonly [name: string]: WorkflowConfig };
  readonly skipped: readonly SkippedWorkflow[];
}

const workflowSkipReason = (node: ConfigNode, context: CompileContext): string | undefined => {
  const [when, unless] = [getMember(node, 'when'), getMember(node, 'unless')];
  if (context.pipeline.isLiteral) {
    for (const condition of [when, unless])
      if (condition) context.session.reportFault(condition.pointer, 'when and unless need `version: 2.1`');
    return undefined;
  }
  if (when && !evaluateCondition(when, context)) return 'its `when` does not hold';
  return unless && evaluateCondition(unless, context) ? 'its `unless` holds' : undefined;
};

/** Lists the workflows. Without `workflows`, the job `build` is the only one. */
const listWorkflows = (root: ConfigNode, context: CompileContext): readonly (readonly [string, ConfigNode])[] => {
  const workflows = getMember(root, 'workflows');
  if (workflows && workflows.value !== null)
    return getMembers(workflows).filter(([name, { value }]) => name !== 'version' || isObject(value));
  if (context.namespace.elements.jobs.has('build')) return [['workflow', { value: { jobs: ['build'] }, pointer: '/jobs/build' }]];
  context.session.reportFault(workflows?.pointer ?? '', 'expected `workflows`, or a job named build that runs without them');
  return [];
};

/** Compiles all workflows that run, and their jobs. */
export const compileWorkflows = (root: ConfigNode, context: CompileContext): CompiledWorkflows => {
  const skipped: SkippedWorkflow[] = [];
  const workflows: WorkflowCalls[] = [];
  for (const [name, node] of listWorkflows(root, context)) {
    const message = workflowSkipReason(node, context);
    if (message === undefined)
      workflows.push({ name, node, calls: getItems(getMember(node, 'jobs')).flatMap((item) => expandJobCalls(item, context)) });
    else skipped.push({ workflow: name, message });
  }
  const names = assignJobNames(workflows);
  const jobs = new Map<string, JobConfig>();
  for (const { calls } of workflows)
    for (const call of calls) if (call.job && !jobs.has(names.get(call)!)) jobs.set(names.get(call)!, call.job);
  const compiled = workflows.map((workflow) => [workflow.name, compileWorkflow(workflow, names, context)] as const);
  return { jobs: Object.fromEntries(jobs), workflows: Object.fromEntries(compiled), skipped };
};
