import { isObject } from '@slipway/schema-tools/json';
import type { StepConfig } from '../configuration.ts';
import { summarizeNames } from '../summarize-names.ts';
import { getItems, getMember, getMembers, type ConfigNode } from '../source/config-node.ts';
import { findSoleArgument, resolveNode, resolveText } from '../templates/resolve.ts';
import { bindArguments } from './bind-arguments.ts';
import { evaluateCondition } from './condition.ts';
import { findCallFault, type CompileContext, enterElement, withParameters } from './compile-context.ts';
import { type ReusableElement, findElement } from './namespace.ts';
import { bareStepTypes, shorthandKeys, stepTypes, ineffectiveSteps } from './step-types.ts';

/** A list of steps with everything called written out. Faults are told; what has them is left out. */
export const expandSteps = (place: ConfigNode | undefined, context: CompileContext): readonly StepConfig[] => {
  if (!place || place.value === null) return [];
  const passed = findSoleArgument(place.value, context.scope);
  if (passed?.type === 'steps') {
    context.session.chargeReuse(place.pointer, passed.steps);
    return passed.steps;
  }
  if (!Array.isArray(place.value)) {
    const isTold = typeof place.value === 'string' && resolveText(place.value, place.pointer, context.scope, context.session) === undefined;
    if (!isTold) context.session.reportFault(place.pointer, 'expected a list of steps');
    return [];
  }
  return getItems(place).flatMap((item) => expandStep(item, context));
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
    context.session.reportFault(
      pointer,
      `expected one step: a name, or a name with what it is given${second ? `; found ${summarizeNames(getMembers(item).map(([name]) => name))}, of which all but the first may lack two spaces` : ''}`,
    );
    return [];
  }
  return expandNamedStep(entry[0], entry[1], context);
};

const expandNamedStep = (name: string, given: ConfigNode, context: CompileContext): readonly StepConfig[] => {
  const found = findElement(name, 'commands', context.namespace);
  if (typeof found === 'object') return expandCommand(found.element, given, context);
  if (found === 'refused') return [];
  if (stepTypes.has(name)) return [compileBuiltInStep(name, given, context)];
  if (version21Steps.has(name)) {
    if (context.scope.isLiteral) {
      context.session.reportFault(given.pointer, `${name} needs \`version: 2.1\``);
      return [];
    }
    return name === 'steps' ? expandSteps(given, context) : expandConditional(name === 'when', given, context);
  }
  const { commands } = context.namespace.elements;
  context.session.reportFault(
    given.pointer,
    `there is no step or command ${name}${commands.size > 0 ? `; commands here: ${summarizeNames(commands.keys())}` : ''}`,
  );
  return [];
};

const version21Steps = new Set(['when', 'unless', 'steps']);

const expandConditional = (wanted: boolean, place: ConfigNode, context: CompileContext): readonly StepConfig[] => {
  const condition = getMember(place, 'condition');
  if (!condition) {
    context.session.reportFault(place.pointer, 'expected a `condition` and `steps`');
    return [];
  }
  return evaluateCondition(condition, context) === wanted ? expandSteps(getMember(place, 'steps'), context) : [];
};

const expandCommand = (element: ReusableElement, given: ConfigNode, context: CompileContext): readonly StepConfig[] => {
  const { session } = context;
  const never = findCallFault(element, context);
  if (never !== undefined) {
    session.reportFault(given.pointer, never);
    return [];
  }
  if (given.value !== null && !isObject(given.value)) {
    session.reportFault(given.pointer, `expected the parameters of ${element.name} by name`);
    return [];
  }
  const parameters = bindArguments(element, new Map(getMembers(given)), given.pointer, context);
  return parameters ? expandSteps(getMember(element.place, 'steps'), withParameters(enterElement(element, context), parameters)) : [];
};

const compileBuiltInStep = (name: string, given: ConfigNode, { scope, session }: CompileContext): StepConfig => {
  const note = ineffectiveSteps.get(name);
  if (note !== undefined) session.reportNote(given.pointer, note);
  const resolved = resolveNode(given, scope, session);
  if (resolved === null || (isObject(resolved) && Object.keys(resolved).length === 0)) {
    if (!bareStepTypes.has(name)) session.reportFault(given.pointer, `${name} needs to be told what to do`);
    return name;
  }
  const key = shorthandKeys[name];
  const value =
    key !== undefined && !isObject(resolved)
      ? session.recordOrigin(
          { [key]: typeof resolved === 'number' || typeof resolved === 'boolean' ? String(resolved) : resolved },
          given.pointer,
        )
      : resolved;
  return session.recordOrigin({ [name]: value }, given.pointer.slice(0, given.pointer.lastIndexOf('/')));
};
