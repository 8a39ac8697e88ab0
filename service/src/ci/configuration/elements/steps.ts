import { isObject } from '@slipway/schema-tools/json';
import type { CompileSession } from '../compile-session.ts';
import type { StepConfig } from '../configuration.ts';
import { summarizeNames } from '../summarize-names.ts';
import { getItems, getMember, getMembers, type ConfigNode } from '../source/config-node.ts';
import { findSoleArgument, resolveNode, resolveText } from '../templates/resolve.ts';
import { bindArguments } from './bind-arguments.ts';
import { evaluateCondition } from './condition.ts';
import { findCallFault, type CompileContext, enterElement, withParameters } from './compile-context.ts';
import { describeElements, type ReusableElement, findElement } from './namespace.ts';
import { normalizeEnvironment } from './environment.ts';
import { bareStepTypes, shorthandKeys, stepTypes, ineffectiveSteps } from './step-types.ts';

/** Expands a list of steps: commands are replaced by their steps. Faults are reported; faulty steps are left out. */
export const expandSteps = (node: ConfigNode | undefined, context: CompileContext): readonly StepConfig[] => {
  if (!node || node.value === null) return [];
  const passed = findSoleArgument(node.value, context.scope);
  if (passed?.type === 'steps') {
    context.session.chargeReuse(node.pointer, passed.steps);
    return passed.steps;
  }
  if (!Array.isArray(node.value)) {
    const isTold = typeof node.value === 'string' && resolveText(node.value, node.pointer, context.scope, context.session) === undefined;
    if (!isTold) context.session.reportFault(node.pointer, 'expected a list of steps');
    return [];
  }
  return getItems(node).flatMap((item) => expandStep(item, context));
};

const expandStep = (item: ConfigNode, context: CompileContext): readonly StepConfig[] => {
  context.session.charge(item.pointer);
  const { value, pointer } = item;
  if (typeof value === 'string') {
    const passed = findSoleArgument(value, context.scope);
    if (passed?.type === 'steps') {
      context.session.chargeReuse(pointer, passed.steps);
      return passed.steps;
    }
    const name = resolveText(value, pointer, context.scope, context.session);
    return typeof name === 'string' ? expandNamedStep(name, { value: null, pointer }, context) : [];
  }
  const [entry, second] = getMembers(item);
  if (!entry || second) {
    const names = summarizeNames(getMembers(item).map(([name]) => name));
    const hint = second ? `; found ${names}, of which all but the first may lack two spaces` : '';
    context.session.reportFault(pointer, `expected one step: a name, or a name with what it is given${hint}`);
    return [];
  }
  return expandNamedStep(entry[0], entry[1], context);
};

const expandNamedStep = (name: string, values: ConfigNode, context: CompileContext): readonly StepConfig[] => {
  const lookup = findElement(name, 'commands', context.namespace);
  if (typeof lookup === 'object') return expandCommand(lookup.element, values, context);
  if (lookup === 'refused') return [];
  if (stepTypes.has(name)) return [compileBuiltInStep(name, values, context)];
  if (version21Steps.has(name)) {
    if (context.scope.isLiteral) {
      context.session.reportFault(values.pointer, `${name} needs \`version: 2.1\``);
      return [];
    }
    return name === 'steps' ? expandSteps(values, context) : expandConditional(name === 'when', values, context);
  }
  context.session.reportFault(
    values.pointer,
    `there is no step or command ${name}${describeElements(name, 'commands', context.namespace)}`,
  );
  return [];
};

const version21Steps = new Set(['when', 'unless', 'steps']);

const expandConditional = (wanted: boolean, node: ConfigNode, context: CompileContext): readonly StepConfig[] => {
  const condition = getMember(node, 'condition');
  if (!condition) {
    context.session.reportFault(node.pointer, 'expected a `condition` and `steps`');
    return [];
  }
  if (evaluateCondition(condition, context) !== wanted) return [];
  const steps = getMember(node, 'steps');
  return isObject(steps?.value)
    ? getMembers(steps).flatMap(([name, values]) => expandNamedStep(name, values, context))
    : expandSteps(steps, context);
};

const expandCommand = (element: ReusableElement, values: ConfigNode, context: CompileContext): readonly StepConfig[] => {
  const { session } = context;
  const never = findCallFault(element, context);
  if (never !== undefined) {
    session.reportFault(values.pointer, never);
    return [];
  }
  if (values.value !== null && !isObject(values.value)) {
    session.reportFault(values.pointer, `expected the parameters of ${element.name} by name`);
    return [];
  }
  const parameters = bindArguments(element, new Map(getMembers(values)), values.pointer, context);
  return parameters ? expandSteps(getMember(element.node, 'steps'), withParameters(enterElement(element, context), parameters)) : [];
};

/** Writes shapes that are also accepted as the usual ones. */
const applyFormerShapes = (type: string, step: Record<string, unknown>, pointer: string, session: CompileSession): void => {
  if (step['environment'] !== undefined) step['environment'] = normalizeEnvironment(step['environment'], `${pointer}/environment`, session);
  if (type !== 'store_artifacts' || step['prefix'] === undefined) return;
  step['destination'] = step['prefix'];
  delete step['prefix'];
};

const compileBuiltInStep = (name: string, values: ConfigNode, { scope, session }: CompileContext): StepConfig => {
  const note = ineffectiveSteps.get(name);
  if (note !== undefined) session.reportNote(values.pointer, note);
  const resolved = resolveNode(values, scope, session);
  if (resolved === null || (isObject(resolved) && Object.keys(resolved).length === 0)) {
    if (!bareStepTypes.has(name)) session.reportFault(values.pointer, `${name} needs parameters`);
    return name;
  }
  const key = shorthandKeys[name];
  if (isObject(resolved)) applyFormerShapes(name, resolved, values.pointer, session);
  const value =
    key !== undefined && !isObject(resolved)
      ? session.recordOrigin(
          { [key]: typeof resolved === 'number' || typeof resolved === 'boolean' ? String(resolved) : resolved },
          values.pointer,
        )
      : resolved;
  return session.recordOrigin({ [name]: value }, values.pointer.slice(0, values.pointer.lastIndexOf('/')));
};
