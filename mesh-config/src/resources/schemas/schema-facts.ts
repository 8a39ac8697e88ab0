import type { Schema } from './schema-builders.ts';

/** The constraint of a schema on a value, in words. */
export interface SchemaFact {
  /** `spec.http[].timeout` */
  readonly path: string;
  readonly demand: string;
}

const isSchema = (value: unknown): value is Schema => typeof value === 'object' && value !== null && !Array.isArray(value);

/** The constraints of one schema's keywords, except its type. */
function demandsOf(schema: Schema): readonly string[] {
  const { minimum, maximum, pattern, description, required, deprecated } = schema;
  const names = isSchema(schema['then']) ? schema['then']['enum'] : schema['enum'];
  return [
    ...(Array.isArray(names) ? [`one of ${names.map((name) => `\`${String(name)}\``).join(', ')}`] : []),
    ...(minimum !== undefined && maximum !== undefined
      ? [`${String(minimum)} to ${String(maximum)}`]
      : minimum === undefined
        ? []
        : [`at least ${String(minimum)}`]),
    ...(pattern === undefined ? [] : [String(description ?? `\`${String(pattern)}\``).replace(/\.$/, '')]),
    ...(Array.isArray(required) ? [`${required.map((name) => `\`${String(name)}\``).join(', ')} required`] : []),
    ...(deprecated === true ? [`deprecated: ${String(schema['x-deprecation-message']).replace(/\.$/, '')}`] : []),
  ];
}

/**
 * All constraints of a document's schema, except types, in the order of the schema. A part with several places is listed at the first one.
 */
export function listSchemaFacts(schema: Schema, path = '', seen = new Set<Schema>()): readonly SchemaFact[] {
  const { items, properties, additionalProperties } = schema;
  if (isSchema(properties) && seen.has(schema)) return [];
  seen.add(schema);
  const demands = demandsOf(schema);
  return [
    ...(demands.length > 0 && path !== '' ? [{ path, demand: demands.join('; ') }] : []),
    ...(isSchema(items) ? listSchemaFacts(items, `${path}[]`, seen) : []),
    ...(isSchema(additionalProperties) ? listSchemaFacts(additionalProperties, `${path}.*`, seen) : []),
    ...(isSchema(properties)
      ? Object.entries(properties).flatMap(([name, inner]) =>
          isSchema(inner) ? listSchemaFacts(inner, path === '' ? name : `${path}.${name}`, seen) : [],
        )
      : []),
  ];
}
