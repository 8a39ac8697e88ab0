import type { ResolvedBody, ResolvedStatement, ResolvedTerm } from '../resolve/resolved.ts';
import { visitTermSlots } from '../resolve/slots.ts';
import { anyType, keysOfType, membersOfType, overlaps } from '../types/type.ts';
import { nestEnvironment, throwTypeError, type TypeEnvironment } from './environment.ts';
import { functionTypeOf, inferTerm } from './infer-terms.ts';
import { unifyTermTypes, unifyWithType } from './unify-types.ts';

function checkReplacements(environment: TypeEnvironment, { replacing, at }: ResolvedStatement): void {
  for (const each of replacing) {
    if (each.value) inferTerm(environment, each.value);
    if (each.target !== 'function' || !each.by) continue;
    const [from, to] = [functionTypeOf(environment, each.call), functionTypeOf(environment, each.by)];
    if (!from || !to) continue;
    if (from.items.length !== to.items.length || !from.items.every((item, index) => overlaps(item, to.items[index])))
      throwTypeError(environment, at, `${each.name}: arity mismatch: the function that replaces it takes other arguments`);
  }
}

/** The members of a collection get their types. */
function checkMembers(environment: TypeEnvironment, domain: ResolvedTerm, key: ResolvedTerm | undefined, value: ResolvedTerm): void {
  const type = inferTerm(environment, domain) ?? anyType;
  const [keys, members] = [keysOfType(type), membersOfType(type)];
  if (!keys) throwTypeError(environment, domain.at, 'match error: this is no collection');
  if (key) inferTerm(environment, key);
  inferTerm(environment, value);
  if ((key && !unifyWithType(environment, key, keys)) || (members && !unifyWithType(environment, value, members)))
    throwTypeError(environment, value.at, 'match error: the collection has no such members');
}

function checkUnification(environment: TypeEnvironment, at: ResolvedStatement['at'], left: ResolvedTerm, right: ResolvedTerm): void {
  if (!unifyTermTypes(environment, left, right))
    throwTypeError(environment, at, 'match error: the two sides are of types that have no value in common');
}

function checkStatement(environment: TypeEnvironment, statement: ResolvedStatement): void {
  checkReplacements(environment, statement);
  switch (statement.is) {
    case 'holds': {
      const { term } = statement;
      // As a statement, `==` is as strict as `=`; as an operand it is a comparison like others.
      if (term.is === 'builtin' && term.builtin.name === 'equal')
        checkUnification(environment, statement.at, term.items[0] as ResolvedTerm, term.items[1] as ResolvedTerm);
      else inferTerm(environment, term);
      break;
    }
    case 'unify':
      checkUnification(environment, statement.at, statement.left, statement.right);
      break;
    case 'member':
      checkMembers(environment, statement.domain, statement.key, statement.value);
      break;
    case 'not':
      checkStatement(nestEnvironment(environment), statement.step);
      break;
    case 'every': {
      const inner = nestEnvironment(environment);
      inferTerm(environment, statement.domain);
      for (const pattern of [statement.key, statement.value]) if (pattern) visitTermSlots(pattern, (slot) => (inner.slots[slot] = anyType));
      checkBody(inner, statement.body);
    }
  }
}

/** Checks the statements of a body in the order of their evaluation. @throws PolicyError for a value of a type that cannot be. */
export function checkBody(environment: TypeEnvironment, body: ResolvedBody): void {
  for (const statement of body) checkStatement(environment, statement);
}
