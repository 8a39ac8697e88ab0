import { aggregateBuiltins } from './aggregates.ts';
import { asString, defineBuiltin, type Builtin } from './builtin.ts';
import { certificateBuiltins } from './certificates/index.ts';
import { deprecatedBuiltins } from './deprecated.ts';
import { encodingBuiltins } from './encodings.ts';
import { identifierBuiltins, randomBuiltins } from './identifiers.ts';
import { jsonSchemaBuiltins } from './json-schema/index.ts';
import { networkSetBuiltins } from './network-sets.ts';
import { networkBuiltins } from './networks.ts';
import { numberBuiltins } from './numbers.ts';
import { objectBuiltins } from './objects.ts';
import { operatorBuiltins } from './operators.ts';
import { privateKeyBuiltins } from './private-keys.ts';
import { regexBuiltins } from './regex.ts';
import { semverBuiltins } from './semver.ts';
import { signatureBuiltins } from './signatures.ts';
import { stringBuiltins } from './strings.ts';
import { timeBuiltins } from './time.ts';
import { typeBuiltins } from './types.ts';
import { graphBuiltins } from './graphs.ts';
import { templateBuiltins } from './templates/index.ts';
import { tokenBuiltins } from './tokens.ts';

export { absentBuiltins } from './absent.ts';
export { builtinTypes } from './declarations.ts';

/** The evaluator implements `print`, because it also prints undefined operands. */
const print: Builtin = defineBuiltin('print', 'any', () => true);

/** Notes are not kept: the call holds. */
const trace: Builtin = defineBuiltin('trace', 1, ([note]) => asString(note) !== undefined);

/** The compiler puts what is known of a rule in the place of these calls. */
const metadataBuiltins: readonly Builtin[] = ['rego.metadata.rule', 'rego.metadata.chain'].map((name) =>
  defineBuiltin(name, 0, () => undefined),
);

/** All builtins, by the heading under which the reference lists them. */
export const builtinGroups: Readonly<Record<string, readonly Builtin[]>> = {
  Operators: operatorBuiltins,
  'Aggregates, arrays and sets': aggregateBuiltins,
  Numbers: [...numberBuiltins, ...randomBuiltins],
  Strings: [...stringBuiltins, ...templateBuiltins],
  'Regular expressions and globs': regexBuiltins,
  'Objects and JSON documents': [...objectBuiltins, ...jsonSchemaBuiltins],
  Types: typeBuiltins,
  'Encodings and hashes': [...encodingBuiltins, ...signatureBuiltins, ...privateKeyBuiltins, ...certificateBuiltins],
  Tokens: tokenBuiltins,
  Networks: [...networkBuiltins, ...networkSetBuiltins],
  Identifiers: identifierBuiltins,
  'Semantic versions': semverBuiltins,
  Time: timeBuiltins,
  Graphs: graphBuiltins,
  'Policies themselves': metadataBuiltins,
  Debugging: [print, trace],
  'Older syntax': deprecatedBuiltins,
};

/** All builtins by name. A policy that calls another function does not compile. */
export const builtins: ReadonlyMap<string, Builtin> = new Map(
  Object.values(builtinGroups)
    .flat()
    .map((each) => [each.name, each]),
);
