import { isArray, isObject, isSet, membersOf, hasMember, setOf, type RegoValue } from '../values/index.ts';
import { asMembers, asSet, asString, defineBuiltin, deprecate, typeMismatch, type Builtin } from './builtin.ts';
import { matchesPattern } from './regex.ts';

const defineCast = (name: string, is: (value: RegoValue) => boolean): Builtin =>
  defineBuiltin(name, 1, ([value]) => (is(value) ? value : undefined));

/** Functions of the older syntax; a file in the newer one that calls them does not compile. */
export const deprecatedBuiltins: readonly Builtin[] = [
  defineBuiltin('all', 1, ([value]) => asMembers(value).every((member) => member === true)),
  defineBuiltin('any', 1, ([value]) => asMembers(value).includes(true)),
  defineBuiltin('set_diff', 2, ([left, right]) => setOf(membersOf(asSet(left)).filter((member) => !hasMember(asSet(right), member)))),
  defineBuiltin('re_match', 2, ([pattern, value], context) => matchesPattern(asString(pattern), asString(value), context)),
  defineBuiltin('cast_array', 1, ([value]) => {
    if (!isArray(value) && !isSet(value)) throw typeMismatch;
    return asMembers(value);
  }),
  defineBuiltin('cast_set', 1, ([value]) => (isSet(value) ? value : isArray(value) ? setOf(value) : undefined)),
  defineCast('cast_string', (value) => typeof value === 'string'),
  defineCast('cast_boolean', (value) => typeof value === 'boolean'),
  defineCast('cast_null', (value) => value === null),
  defineCast('cast_object', isObject),
].map(deprecate);
