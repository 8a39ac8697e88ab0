import type { JsonSchema } from './terraform-schemas.ts';

/** Terraform converts between these three where it can, and so does a person who writes `"8080"`. */
const scalarSchemas: { readonly [name: string]: JsonSchema } = {
  string: { type: ['string', 'number', 'boolean'] },
  number: { type: ['number', 'string'], pattern: '^\\s*[-+]?([0-9]+([.][0-9]*)?|[.][0-9]+)([eE][-+]?[0-9]+)?\\s*$' },
  bool: { enum: [true, false, 'true', 'false'] },
};

const arraySchema = (items: JsonSchema | true): JsonSchema => ({ type: 'array', items });

/**
 * The JSON Schema of a value of a type as providers spell it: `"string"`, `["list", "string"]`, `["object", { a: "bool" },
 * ["a"]]`. What is not known (`dynamic`, a type of a later day) is not judged.
 */
export function typeSchema(type: unknown): JsonSchema | true {
  if (typeof type === 'string') return scalarSchemas[type] ?? true;
  if (!Array.isArray(type)) return true;
  const [name, of] = type as [unknown, unknown];
  switch (name) {
    case 'list':
    case 'set':
      return arraySchema(typeSchema(of));
    case 'map':
      return { type: 'object', additionalProperties: typeSchema(of) };
    case 'tuple': {
      const members = Array.isArray(of) ? of : [];
      return { type: 'array', prefixItems: members.map(typeSchema), minItems: members.length, maxItems: members.length };
    }
    // Terraform drops the members that a type does not have, so they are no fault.
    case 'object':
      return {
        type: 'object',
        properties: Object.fromEntries(
          Object.entries((of as object) ?? {}).map(([member, one]) => [member, nullableSchema(typeSchema(one))]),
        ),
      };
    default:
      return true;
  }
}

/** The schema of a value that may also be null, where null means absent. */
export const nullableSchema = (schema: JsonSchema | true): JsonSchema | true => {
  if (schema === true) return true;
  if (Array.isArray(schema['enum'])) return { ...schema, enum: [...(schema['enum'] as unknown[]), null] };
  const type = schema['type'];
  return type === undefined ? schema : { ...schema, type: [...(Array.isArray(type) ? (type as string[]) : [type as string]), 'null'] };
};
