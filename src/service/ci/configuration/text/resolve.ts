import { type Expression, ExpressionFault, type Lookup, parseExpression } from '../expression/index.ts';
import { limits } from '../limits.ts';
import type { Argument } from '../reuse/argument.ts';
import type { Place } from '../source/place.ts';
import { member, members, items } from '../source/place.ts';
import { isTrue } from '../truth.ts';
import type { Work } from '../work.ts';
import { type Piece, piecesOf } from './pieces.ts';
import { find, type Scope } from './scope.ts';

const path = /^[A-Za-z_][\w-]*(\.[\w-]+)*$/;

/** An argument where a value is expected: a list of steps as it is, an executor by its name. */
const plain = (argument: Argument): unknown => (argument.type === 'executor' ? argument.executor.name : argument.type === 'steps' ? argument.steps : argument.value);

const named = (name: string, scope: Scope): unknown => {
  const found = find(name, scope);
  if ('fault' in found) throw new ExpressionFault(found.fault);
  return 'argument' in found ? plain(found.argument) : found.value;
};

/** Names for expressions; throws `ExpressionFault`. */
export const lookupIn = (scope: Scope): Lookup => (name) => {
  const value = named(name, scope);
  if (value === null) return undefined;
  if (typeof value === 'object') throw new ExpressionFault(`${name} holds steps, which are no value of an expression`);
  return value as string | number | boolean;
};

const inTag = (inside: string, scope: Scope): unknown => {
  if (path.test(inside)) return named(inside, scope);
  const { evaluate }: Expression = parseExpression(inside);
  return evaluate(lookupIn(scope)) ?? false;
};

const written = (value: unknown, inside: string): string => {
  if (typeof value === 'object' && value !== null) throw new ExpressionFault(`${inside} holds steps, which cannot stand in a text`);
  return value === null || value === undefined ? '' : String(value);
};

const joined = (pieces: readonly Piece[], scope: Scope): string => {
  let text = '';
  for (const piece of pieces) {
    if (typeof piece === 'string') text += piece;
    else if ('inside' in piece) text += written(inTag(piece.inside, scope), piece.inside);
    else if (isTrue(inTag(piece.condition, scope)) === piece.wanted) text += joined(piece.pieces, scope);
    if (text.length > limits.text) throw new ExpressionFault(`expected a text of at most ${limits.text.toLocaleString('en')} characters; with what its tags stand for it becomes more`);
  }
  return text;
};

/** The argument that a text consists of alone: `<< parameters.e >>`. */
export const argumentIn = (value: unknown, scope: Scope): Argument | undefined => {
  if (typeof value !== 'string' || scope.isLiteral) return undefined;
  const [, name] = /^<<\s*([\w.-]+)\s*>>$/.exec(value) ?? [];
  const found = name === undefined ? undefined : find(name, scope);
  return found && 'argument' in found ? found.argument : undefined;
};

/** A text with its tags replaced: of one that is a tag alone the value with its type, else a text. Undefined after a fault. */
export const resolveText = (text: string, pointer: string, scope: Scope, work: Work): unknown => {
  if (scope.isLiteral) return text;
  const reading = piecesOf(text);
  if ('fault' in reading) { work.fault(pointer, reading.fault); return undefined; }
  const { pieces } = reading;
  const [only] = pieces;
  try {
    if (pieces.length === 1 && typeof only === 'object' && 'inside' in only) return inTag(only.inside, scope) ?? '';
    return joined(pieces, scope);
  } catch (error) {
    if (!(error instanceof ExpressionFault)) throw error;
    work.fault(pointer, error.message);
    return undefined;
  }
};

/** A value with all tags in it replaced, keys too: a new one, that knows where it comes from. */
export const resolve = ({ value, pointer }: Place, scope: Scope, work: Work): unknown => {
  if (typeof value === 'string') {
    const resolved = resolveText(value, pointer, scope, work);
    if (typeof resolved === 'object') work.again(pointer, resolved); else work.spend(pointer, typeof resolved === 'string' ? resolved.length : 0);
    return resolved;
  }
  work.spend(pointer);
  if (typeof value !== 'object' || value === null) return value;
  const place = { value, pointer };
  if (Array.isArray(value)) return work.made(items(place).map((item) => resolve(item, scope, work)), pointer);
  const entries = members(place).map(([name, inner]): [string, unknown] => [name.includes('<<') ? String(resolveText(name, inner.pointer, scope, work) ?? '') : name, resolve(inner, scope, work)]);
  return work.made(Object.fromEntries(entries), pointer);
};

/** What a property holds, resolved; undefined where there is none. */
export const resolvedMember = (place: Place, name: string, scope: Scope, work: Work): unknown => {
  const inner = member(place, name);
  return inner && resolve(inner, scope, work);
};
