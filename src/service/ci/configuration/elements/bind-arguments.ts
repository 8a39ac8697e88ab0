import { summarizeNames } from '../summarize-names.ts';
import type { ConfigNode } from '../source/config-node.ts';
import { findSoleArgument, resolveNode } from '../templates/resolve.ts';
import type { ArgumentMap } from '../templates/name-scope.ts';
import type { Argument } from './argument.ts';
import { type CompileContext, enterElement } from './compile-context.ts';
import { type ParameterDeclaration, isScalarDeclaration } from './parameter-declaration.ts';
import { resolveExecutor } from './executor.ts';
import type { ReusableElement } from './namespace.ts';
import { describeScalarFault, parseScalar } from './scalar.ts';
import { expandSteps } from './steps.ts';

/** A value given to a parameter, by the names that mean something where it is written. */
const resolveArgument = (given: ConfigNode, declaration: ParameterDeclaration, context: CompileContext): Argument | undefined => {
  if (declaration.type === 'steps') return { type: 'steps', steps: expandSteps(given, context) };
  if (declaration.type === 'executor') {
    const passed = findSoleArgument(given.value, context.scope);
    if (passed?.type === 'executor') return passed;
    const executor = resolveExecutor(given, context);
    return executor && { type: 'executor', executor };
  }
  if (!isScalarDeclaration(declaration)) return undefined;
  const resolved = resolveNode(given, context.scope, context.session);
  // A fault in the text is told already.
  if (resolved === undefined) return undefined;
  const isTag = typeof given.value === 'string' && given.value.includes('<<');
  const value = parseScalar(
    isTag && declaration.type === 'string' && typeof resolved !== 'object' ? String(resolved) : resolved,
    declaration,
  );
  if (value === undefined) context.session.reportFault(given.pointer, `${declaration.name}: ${describeScalarFault(resolved, declaration)}`);
  return value === undefined ? undefined : { type: 'value', value };
};

/** The parameters of an element that is called at `pointer` with some values; undefined after a fault. */
export const bindArguments = (
  element: ReusableElement,
  given: ReadonlyMap<string, ConfigNode>,
  pointer: string,
  context: CompileContext,
): ArgumentMap | undefined => {
  const { declarations } = element;
  const result = new Map<string, Argument>();
  let isWhole = true;
  for (const [name, place] of given) {
    if (declarations.has(name)) continue;
    isWhole = false;
    context.session.reportFault(
      place.pointer,
      `${element.name} has no parameter ${name}; ${declarations.size > 0 ? `it has: ${summarizeNames(declarations.keys())}` : 'it has none'}`,
    );
  }
  for (const [name, declaration] of declarations) {
    const place = given.get(name);
    const usual = declaration.default;
    const argument = place
      ? resolveArgument(place, declaration, context)
      : usual && resolveArgument(usual, declaration, enterElement(element, context));
    if (argument) result.set(name, argument);
    else isWhole = false;
    if (!place && !usual) context.session.reportFault(pointer, `${element.name} needs the parameter ${name}, which has no default`);
  }
  return isWhole ? result : undefined;
};
