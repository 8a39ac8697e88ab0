import { firstCharacters } from '../../../http/characters.ts';
import { canonicalJson } from '@slipway/schema-tools/json';
import type { JobConfig } from '../configuration.ts';
import { configurationLimits } from '../configuration-limits.ts';
import { type CompileContext, withMatrix } from '../elements/compile-context.ts';
import { expandJob } from '../elements/job.ts';
import { describeElements, type ReusableElement, findElement, jobCallKeys } from '../elements/namespace.ts';
import { expandSteps } from '../elements/steps.ts';
import { getNodeList, getMember, getMembers, type ConfigNode } from '../source/config-node.ts';
import { resolveNode, resolveMember } from '../templates/resolve.ts';
import type { JobCall } from './job-call.ts';
import { compileFilters } from './filters.ts';
import { type MatrixCell, expandMatrix } from './matrix.ts';
import { toText, parseRequirements } from './parse-requirements.ts';

const resolveSerialGroup = (options: ConfigNode, context: CompileContext): string | undefined => {
  const node = getMember(options, 'serial-group');
  const group = node && toText(resolveNode(node, context.scope, context.session));
  if (node && group !== undefined && (group.length > configurationLimits.serialGroup || !/^[A-Za-z0-9._/-]+$/.test(group)))
    context.session.reportFault(
      node.pointer,
      `expected at most ${configurationLimits.serialGroup} letters, digits and . - _ /; ` +
        `found ${JSON.stringify(firstCharacters(group, 60))}`,
    );
  return group;
};

const resolveJobElement = (name: string, options: ConfigNode, context: CompileContext): ReusableElement | undefined => {
  const other = toText(resolveMember(options, 'override-with', context.scope, context.session));
  const replaced = other === undefined ? undefined : findElement(other, 'jobs', context.namespace);
  const lookup = typeof replaced === 'object' ? replaced : findElement(name, 'jobs', context.namespace);
  if (typeof lookup === 'object') return lookup.element;
  if (lookup === 'unknown')
    context.session.reportFault(
      options.pointer,
      `there is no job ${name}${describeElements(name, 'jobs', context.namespace) || '; no jobs are declared'}`,
    );
  return undefined;
};

const expandCalledJob = (
  element: ReusableElement,
  options: ConfigNode,
  cell: MatrixCell | undefined,
  context: CompileContext,
): JobConfig | undefined => {
  const values = new Map(getMembers(options).filter(([key]) => !jobCallKeys.has(key)));
  for (const [key, node] of cell?.given ?? []) {
    const twice = values.get(key);
    if (twice) context.session.reportFault(twice.pointer, `${key} is a parameter of the matrix as well; expected it in one place`);
    values.set(key, node);
  }
  const around = {
    before: expandSteps(getMember(options, 'pre-steps'), context),
    after: expandSteps(getMember(options, 'post-steps'), context),
  };
  return expandJob(element, values, options.pointer, around, context);
};

/** Replaces a faulty job, so that jobs that require it have no fault. */
const placeholderJob: JobConfig = {};

const buildJobCall = (name: string, options: ConfigNode, cell: MatrixCell | undefined, outside: CompileContext): JobCall => {
  const context = cell ? withMatrix(outside, cell.arguments) : outside;
  const { scope, session } = context;
  const requested = toText(resolveMember(options, 'name', scope, session));
  const isApproval = resolveMember(options, 'type', scope, session) === 'approval';
  const element = isApproval ? undefined : resolveJobElement(name, options, context);
  const job = isApproval ? undefined : ((element && expandCalledJob(element, options, cell, context)) ?? placeholderJob);
  const filters = getMember(options, 'filters');
  return {
    requestedName: requested ?? (cell ? `${name}-${cell.label}` : name),
    pointer: options.pointer,
    job,
    canonicalText: job ? canonicalJson(job) : 'approval',
    alias: cell && (toText(resolveMember(getMember(options, 'matrix')!, 'alias', scope, session)) ?? name),
    requirements: parseRequirements(getMember(options, 'requires'), context),
    context: [...new Set(getNodeList(getMember(options, 'context')).flatMap((item) => toText(resolveNode(item, scope, session)) ?? []))],
    filters: filters && compileFilters(filters, context),
    serialGroup: resolveSerialGroup(options, context),
  };
};

/** Expands one item of a workflow's list of jobs. */
export const expandJobCalls = (item: ConfigNode, context: CompileContext): readonly JobCall[] => {
  context.session.charge(item.pointer);
  const { value, pointer } = item;
  const entry = typeof value === 'string' ? ([value, { value: {}, pointer }] as const) : getMembers(item)[0];
  if (!entry) {
    context.session.reportFault(pointer, 'expected a job by its name');
    return [];
  }
  const [name, options] = entry;
  const written = getMember(options, 'matrix');
  if (!written) return [buildJobCall(name, options, undefined, context)];
  return expandMatrix(written, context).map((cell) => buildJobCall(name, options, cell, context));
};
