import { aggregates } from './aggregates.ts';
import type { Builtin } from './builtin.ts';
import { encodings } from './encodings.ts';
import { numbers } from './numbers.ts';
import { objects } from './objects.ts';
import { operators } from './operators.ts';
import { regex } from './regex.ts';
import { semver } from './semver.ts';
import { strings } from './strings.ts';
import { time } from './time.ts';
import { types } from './types.ts';
import { walking } from './walk.ts';

/** The evaluator gathers what is printed itself, since an argument without a value is printed too. */
const print: Builtin = { name: 'print', takes: 'any', run: () => true };

/** Every function of the language that this engine has, by name. A policy that calls another is refused. */
export const builtins: ReadonlyMap<string, Builtin> = new Map(
  [...operators, ...aggregates, ...numbers, ...strings, ...objects, ...types, ...encodings, ...regex, ...semver, ...time, ...walking, print].map((each) => [each.name, each]),
);
