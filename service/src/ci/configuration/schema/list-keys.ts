import { isObject } from '@slipway/schema-tools/json';
import type { ConfigurationSchema } from './schema-builders.ts';
import { configurationSchema } from './index.ts';

/** A key of the configuration language. */
export interface ConfigurationKey {
  /** The element that has it, such as `job` or `run`; empty: the configuration itself. */
  readonly element: string;
  readonly key: string;
  readonly isRequired: boolean;
  /** The sentence of a deprecated key: what to write instead. Undefined: it is not deprecated. */
  readonly deprecated: string | undefined;
}

type SchemaObject = { readonly [keyword: string]: unknown };
const objectOf = (schema: unknown): SchemaObject => (isObject(schema) ? schema : {});

/** The nested schemas with properties of their own; those behind a `$ref` are elements of their own. */
const nestedSchemas = (schema: SchemaObject): readonly SchemaObject[] => {
  const alternatives = Array.isArray(schema['anyOf']) ? (schema['anyOf'] as readonly unknown[]) : [];
  return [schema['items'], schema['additionalProperties'], schema['else'], ...alternatives].filter(isObject);
};

const keysOf = (element: string, schema: SchemaObject): readonly ConfigurationKey[] => {
  const required = new Set((schema['required'] ?? []) as readonly string[]);
  const own = Object.entries(objectOf(schema['properties'])).flatMap(([key, inner]): readonly ConfigurationKey[] => {
    const message = objectOf(inner)['x-deprecation-message'];
    const entry = { element, key, isRequired: required.has(key), deprecated: message === undefined ? undefined : String(message) };
    return [entry, ...keysOf(element === '' || element === 'step' ? key : `${element}.${key}`, objectOf(inner))];
  });
  return [...own, ...nestedSchemas(schema).flatMap((inner) => keysOf(element, inner))];
};

/** Elements whose keys are those of `step`, and the orbs, whose keys are those of the configuration. */
const repeatedElements = new Set(['conditionalSteps', 'orbs']);

/** All keys of the configuration language, from its schema. */
export const listConfigurationKeys = (): readonly ConfigurationKey[] => {
  const { $defs, ...root } = configurationSchema as SchemaObject;
  return [
    ...keysOf('', root),
    ...Object.entries(objectOf($defs))
      .filter(([element]) => !repeatedElements.has(element))
      .flatMap(([element, schema]) => keysOf(element, objectOf(schema as ConfigurationSchema))),
  ];
};
