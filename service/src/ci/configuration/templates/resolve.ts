import { type Expression, ExpressionFault, type ExpressionLookup, parseExpression } from '../expression/index.ts';
import { configurationLimits } from '../configuration-limits.ts';
import type { Argument } from '../elements/argument.ts';
import type { ConfigNode } from '../source/config-node.ts';
import { getMember, getMembers, getItems } from '../source/config-node.ts';
import { isTruthy } from '../is-truthy.ts';
import type { CompileSession } from '../compile-session.ts';
import { type TemplatePart, parseTemplate } from './parse-template.ts';
import { resolveName, type NameScope } from './name-scope.ts';

const namePattern = /^[A-Za-z_][\w-]*(\.[\w-]+)*$/;

/** The value of an argument in a text: the steps themselves, or the name of an executor. */
const toPlainValue = (argument: Argument): unknown =>
  argument.type === 'executor' ? argument.executor.name : argument.type === 'steps' ? argument.steps : argument.value;

const lookUpName = (name: string, scope: NameScope): unknown => {
  const lookup = resolveName(name, scope);
  if ('fault' in lookup) throw new ExpressionFault(lookup.fault);
  return 'argument' in lookup ? toPlainValue(lookup.argument) : lookup.value;
};

/** Creates the lookup of names for expressions; it throws `ExpressionFault`. */
export const createLookup =
  (scope: NameScope): ExpressionLookup =>
  (name) => {
    const value = lookUpName(name, scope);
    if (value === null) return undefined;
    if (typeof value === 'object') throw new ExpressionFault(`${name} holds steps, which are no value of an expression`);
    return value as string | number | boolean;
  };

const evaluateTag = (inside: string, scope: NameScope, { patterns }: CompileSession): unknown => {
  if (namePattern.test(inside)) return lookUpName(inside, scope);
  const { evaluate }: Expression = parseExpression(inside, patterns);
  return evaluate(createLookup(scope)) ?? false;
};

const formatTagValue = (value: unknown, inside: string): string => {
  if (typeof value === 'object' && value !== null) throw new ExpressionFault(`${inside} holds steps, which cannot be part of a text`);
  return value === null || value === undefined ? '' : String(value);
};

const renderParts = (pieces: readonly TemplatePart[], scope: NameScope, session: CompileSession): string => {
  let text = '';
  for (const piece of pieces) {
    if (typeof piece === 'string') text += piece;
    else if ('inside' in piece) text += formatTagValue(evaluateTag(piece.inside, scope, session), piece.inside);
    else if (isTruthy(evaluateTag(piece.condition, scope, session)) === piece.expected) text += renderParts(piece.pieces, scope, session);
    if (text.length > configurationLimits.text)
      throw new ExpressionFault(
        `expected a text of at most ${configurationLimits.text.toLocaleString('en')} ` + `characters; with its tags replaced it is longer`,
      );
  }
  return text;
};

/** The argument of a text that consists of one tag: `<< parameters.e >>`. */
export const findSoleArgument = (value: unknown, scope: NameScope): Argument | undefined => {
  if (typeof value !== 'string' || scope.isLiteral) return undefined;
  const [, name] = /^<<\s*([\w.-]+)\s*>>$/.exec(value) ?? [];
  const lookup = name === undefined ? undefined : resolveName(name, scope);
  return lookup && 'argument' in lookup ? lookup.argument : undefined;
};

/** Replaces the tags of a text. A single tag yields a value of its type, other texts a text. Undefined after a fault. */
export const resolveText = (text: string, pointer: string, scope: NameScope, session: CompileSession): unknown => {
  if (scope.isLiteral) return text;
  const reading = parseTemplate(text);
  if ('fault' in reading) {
    session.reportFault(pointer, reading.fault);
    return undefined;
  }
  const { pieces } = reading;
  const [only] = pieces;
  try {
    if (pieces.length === 1 && typeof only === 'object' && 'inside' in only) return evaluateTag(only.inside, scope, session) ?? '';
    return renderParts(pieces, scope, session);
  } catch (error) {
    if (!(error instanceof ExpressionFault)) throw error;
    session.reportFault(pointer, error.message);
    return undefined;
  }
};

const namesInside = (pieces: readonly TemplatePart[], session: CompileSession): readonly string[] =>
  pieces.flatMap((piece) => {
    if (typeof piece === 'string') return [];
    const inside = 'inside' in piece ? piece.inside : piece.condition;
    const own = namePattern.test(inside) ? [inside] : parseExpression(inside, session.patterns).names;
    return 'inside' in piece ? own : [...own, ...namesInside(piece.pieces, session)];
  });

/** The names in a text that resolved without a fault that have no value: pipeline values that were not given. */
export const listEmptyNames = (text: string, scope: NameScope, session: CompileSession): readonly string[] => {
  const reading = parseTemplate(text);
  if (scope.isLiteral || 'fault' in reading) return [];
  const names = new Set(namesInside(reading.pieces, session));
  return [...names].filter((name) => {
    const lookup = resolveName(name, scope);
    return 'value' in lookup && lookup.value === null;
  });
};

/** Replaces all tags in a value and its keys. The new value remembers the location that it comes from. */
export const resolveNode = ({ value, pointer }: ConfigNode, scope: NameScope, session: CompileSession): unknown => {
  if (typeof value === 'string') {
    const resolved = resolveText(value, pointer, scope, session);
    if (typeof resolved === 'object') session.chargeReuse(pointer, resolved);
    else session.charge(pointer, typeof resolved === 'string' ? resolved.length : 0);
    return resolved;
  }
  session.charge(pointer);
  if (typeof value !== 'object' || value === null) return value;
  const node = { value, pointer };
  if (Array.isArray(value))
    return session.recordOrigin(
      getItems(node).map((item) => resolveNode(item, scope, session)),
      pointer,
    );
  const entries = getMembers(node).map(([name, inner]): [string, unknown] => [
    name.includes('<<') ? String(resolveText(name, inner.pointer, scope, session) ?? '') : name,
    resolveNode(inner, scope, session),
  ]);
  return session.recordOrigin(Object.fromEntries(entries), pointer);
};

/** The resolved value of a member; undefined if there is none. */
export const resolveMember = (node: ConfigNode, name: string, scope: NameScope, session: CompileSession): unknown => {
  const inner = getMember(node, name);
  return inner && resolveNode(inner, scope, session);
};
