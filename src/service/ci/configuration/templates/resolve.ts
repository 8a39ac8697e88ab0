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

/** An argument where a value is expected: a list of steps as it is, an executor by its name. */
const toPlainValue = (argument: Argument): unknown =>
  argument.type === 'executor' ? argument.executor.name : argument.type === 'steps' ? argument.steps : argument.value;

const lookUpName = (name: string, scope: NameScope): unknown => {
  const found = resolveName(name, scope);
  if ('fault' in found) throw new ExpressionFault(found.fault);
  return 'argument' in found ? toPlainValue(found.argument) : found.value;
};

/** Names for expressions; throws `ExpressionFault`. */
export const createLookup =
  (scope: NameScope): ExpressionLookup =>
  (name) => {
    const value = lookUpName(name, scope);
    if (value === null) return undefined;
    if (typeof value === 'object') throw new ExpressionFault(`${name} holds steps, which are no value of an expression`);
    return value as string | number | boolean;
  };

const evaluateTag = (inside: string, scope: NameScope): unknown => {
  if (namePattern.test(inside)) return lookUpName(inside, scope);
  const { evaluate }: Expression = parseExpression(inside);
  return evaluate(createLookup(scope)) ?? false;
};

const formatTagValue = (value: unknown, inside: string): string => {
  if (typeof value === 'object' && value !== null) throw new ExpressionFault(`${inside} holds steps, which cannot stand in a text`);
  return value === null || value === undefined ? '' : String(value);
};

const renderParts = (pieces: readonly TemplatePart[], scope: NameScope): string => {
  let text = '';
  for (const piece of pieces) {
    if (typeof piece === 'string') text += piece;
    else if ('inside' in piece) text += formatTagValue(evaluateTag(piece.inside, scope), piece.inside);
    else if (isTruthy(evaluateTag(piece.condition, scope)) === piece.expected) text += renderParts(piece.pieces, scope);
    if (text.length > configurationLimits.text)
      throw new ExpressionFault(
        `expected a text of at most ${configurationLimits.text.toLocaleString('en')} characters; with what its tags stand for it becomes more`,
      );
  }
  return text;
};

/** The argument that a text consists of alone: `<< parameters.e >>`. */
export const findSoleArgument = (value: unknown, scope: NameScope): Argument | undefined => {
  if (typeof value !== 'string' || scope.isLiteral) return undefined;
  const [, name] = /^<<\s*([\w.-]+)\s*>>$/.exec(value) ?? [];
  const found = name === undefined ? undefined : resolveName(name, scope);
  return found && 'argument' in found ? found.argument : undefined;
};

/** A text with its tags replaced: of one that is a tag alone the value with its type, else a text. Undefined after a fault. */
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
    if (pieces.length === 1 && typeof only === 'object' && 'inside' in only) return evaluateTag(only.inside, scope) ?? '';
    return renderParts(pieces, scope);
  } catch (error) {
    if (!(error instanceof ExpressionFault)) throw error;
    session.reportFault(pointer, error.message);
    return undefined;
  }
};

/** A value with all tags in it replaced, keys too: a new one, that knows where it comes from. */
export const resolveNode = ({ value, pointer }: ConfigNode, scope: NameScope, session: CompileSession): unknown => {
  if (typeof value === 'string') {
    const resolved = resolveText(value, pointer, scope, session);
    if (typeof resolved === 'object') session.chargeReuse(pointer, resolved);
    else session.charge(pointer, typeof resolved === 'string' ? resolved.length : 0);
    return resolved;
  }
  session.charge(pointer);
  if (typeof value !== 'object' || value === null) return value;
  const place = { value, pointer };
  if (Array.isArray(value))
    return session.recordOrigin(
      getItems(place).map((item) => resolveNode(item, scope, session)),
      pointer,
    );
  const entries = getMembers(place).map(([name, inner]): [string, unknown] => [
    name.includes('<<') ? String(resolveText(name, inner.pointer, scope, session) ?? '') : name,
    resolveNode(inner, scope, session),
  ]);
  return session.recordOrigin(Object.fromEntries(entries), pointer);
};

/** What a property holds, resolved; undefined where there is none. */
export const resolveMember = (place: ConfigNode, name: string, scope: NameScope, session: CompileSession): unknown => {
  const inner = getMember(place, name);
  return inner && resolveNode(inner, scope, session);
};
