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

/** Resolves the argument of a parameter in the scope of the place where it is written. */
const resolveArgument = (values: ConfigNode, declaration: ParameterDeclaration, context: CompileContext): Argument | undefined => {
  if (declaration.type === 'steps') return { type: 'steps', steps: expandSteps(values, context) };
  if (declaration.type === 'executor') {
    const passed = findSoleArgument(values.value, context.scope);
    if (passed?.type === 'executor') return passed;
    const executor = resolveExecutor(values, context);
    return executor && { type: 'executor', executor };
  }
  if (!isScalarDeclaration(declaration)) return undefined;
  const resolved = resolveNode(values, context.scope, context.session);
  // The fault of the text is already reported.
  if (resolved === undefined) return undefined;
  const isTag = typeof values.value === 'string' && values.value.includes('<<');
  const value = parseScalar(
    isTag && declaration.type === 'string' && typeof resolved !== 'object' ? String(resolved) : resolved,
    declaration,
  );
  if (value === undefined)
    context.session.reportFault(values.pointer, `${declaration.name}: ${describeScalarFault(resolved, declaration)}`);
  return value === undefined ? undefined : { type: 'value', value };
};

/** Binds the arguments of an element that is called at `pointer`; undefined after a fault. */
export const bindArguments = (
  element: ReusableElement,
  values: ReadonlyMap<string, ConfigNode>,
  pointer: string,
  context: CompileContext,
): ArgumentMap | undefined => {
  const { declarations } = element;
  const result = new Map<string, Argument>();
  let isWhole = true;
  for (const [name, node] of values) {
    if (declarations.has(name)) continue;
    isWhole = false;
    context.session.reportFault(
      node.pointer,
      `${element.name} has no parameter ${name}; ` +
        `${declarations.size > 0 ? `it has: ${summarizeNames(declarations.keys())}` : 'it has none'}`,
    );
  }
  for (const [name, declaration] of declarations) {
    const node = values.get(name);
    const fallback = declaration.default;
    const argument = node
      ? resolveArgument(node, declaration, context)
      : fallback && resolveArgument(fallback, declaration, enterElement(element, context));
    if (argument) result.set(name, argument);
    else isWhole = false;
    if (!node && !fallback) context.session.reportFault(pointer, `${element.name} needs the parameter ${name}, which has no default`);
  }
  return isWhole ? result : undefined;
};
