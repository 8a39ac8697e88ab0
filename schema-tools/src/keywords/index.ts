import * as arrays from './arrays.ts';
import * as branches from './branches.ts';
import type { Check } from '../node.ts';
import type { Context, Keyword } from './context.ts';
import * as objects from './objects.ts';
import * as references from './references.ts';
import * as scalars from './scalars.ts';

type Row = readonly [names: readonly string[], compile: Keyword];

/** In the order of evaluation: what is cheap and fails early first, applicators after, and last what asks what the others have seen. */
export const neighbours: readonly Row[] = [
  [['type'], scalars.type], [['const'], scalars.constant], [['enum'], scalars.enumeration],
  [['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'], scalars.range], [['multipleOf'], scalars.multiple],
  [['minLength', 'maxLength'], scalars.length], [['pattern'], scalars.pattern],
  [['required'], objects.required], [['minProperties', 'maxProperties'], objects.size], [['dependentRequired'], objects.dependentRequired],
  [['minItems', 'maxItems'], arrays.size], [['uniqueItems'], arrays.unique],
  [['propertyNames'], objects.propertyNames], [['properties', 'patternProperties', 'additionalProperties'], objects.properties],
  [['prefixItems', 'items'], arrays.items], [['contains'], arrays.contains],
  [['$ref'], references.ref], [['$dynamicRef'], references.dynamicRef], [['allOf'], branches.allOf], [['if'], branches.condition],
  [['dependentSchemas'], objects.dependentSchemas], [['not'], branches.not], [['anyOf'], branches.anyOf], [['oneOf'], branches.oneOf],
];
export const last: readonly Row[] = [[['unevaluatedProperties'], objects.unevaluatedProperties], [['unevaluatedItems'], arrays.unevaluatedItems]];

/** What the rows say of a schema object, those left out that it does not mention. */
export const checksOf = (rows: readonly Row[], context: Context): readonly Check[] => {
  const checks: Check[] = [];
  for (const [names, compile] of rows) {
    const check = names.some((name) => Object.hasOwn(context.schema, name)) ? compile(context) : undefined;
    if (check) checks.push(check);
  }
  return checks;
};
