import { isObject, type JsonObject } from '@slipway/schema-tools/json';
import { subschemas } from '@slipway/schema-tools/schemas';

/** `Deprecated: use hosts.` at the beginning of a description or of one of its lines, up to the end of the line. */
const deprecationLine = /^[^\S\n]*deprecated:[^\S\n]*(.*)$/im;
const explanations = ['x-deprecation-message', 'x-deprecationMessage', 'deprecationMessage', 'x-deprecated-message'];

const readDeprecation = (schema: JsonObject): JsonObject => {
  const words = typeof schema['description'] === 'string' ? deprecationLine.exec(schema['description'])?.[1]?.trim() : undefined;
  if (words === undefined || schema['deprecated'] === false) return {};
  return {
    deprecated: true,
    ...(words === '' || explanations.some((name) => typeof schema[name] === 'string') ? {} : { 'x-deprecation-message': words }),
  };
};

/** In OpenAPI a boolean makes the adjacent limit exclusive. */
const convertBounds = (schema: JsonObject): JsonObject => {
  const changed: Record<string, unknown> = {};
  for (const [limit, open] of [
    ['minimum', 'exclusiveMinimum'],
    ['maximum', 'exclusiveMaximum'],
  ] as const) {
    if (typeof schema[open] !== 'boolean') continue;
    changed[open] = schema[open] && typeof schema[limit] === 'number' ? schema[limit] : undefined;
    if (schema[open]) changed[limit] = undefined;
  }
  return changed;
};

/** Converts `nullable` and int-or-string to JSON Schema. */
const convertTypes = (schema: JsonObject): JsonObject => {
  const isEither = schema['x-kubernetes-int-or-string'] === true;
  if (schema['nullable'] !== true && !isEither) return {};
  const own = isEither ? ['integer', 'string'] : typeof schema['type'] === 'string' ? [schema['type']] : [];
  if (own.length === 0) return {};
  return { type: [...own, ...(schema['nullable'] === true ? ['null'] : [])] };
};

/** An embedded resource of Kubernetes must have `apiVersion` and `kind`. */
const convertEmbeddedResource = (schema: JsonObject): JsonObject => {
  if (schema['x-kubernetes-embedded-resource'] !== true) return {};
  const named = { type: 'string', minLength: 1 };
  return {
    required: [...new Set([...(Array.isArray(schema['required']) ? schema['required'] : []), 'apiVersion', 'kind'])],
    properties: {
      apiVersion: named,
      kind: named,
      metadata: { type: 'object' },
      ...(isObject(schema['properties']) ? schema['properties'] : {}),
    },
  };
};

const convertSet = (schema: JsonObject): JsonObject => (schema['x-kubernetes-list-type'] === 'set' ? { uniqueItems: true } : {});

/** Whether the pattern is invalid in ECMAScript; a pattern that only Go supports is left to the API server. */
const isUnsupportedPattern = (source: string): boolean => {
  try {
    new RegExp(source, 'u');
    return false;
  } catch {
    try {
      new RegExp(source);
      return false;
    } catch {
      return true;
    }
  }
};

const escapeStep = (step: string | number): string => String(step).replaceAll('~', '~0').replaceAll('/', '~1');

export interface ConvertedSchema {
  readonly schema: JsonObject;
  /** RFC 6901 pointers into the schema: patterns that were removed because only Go supports them. */
  readonly skippedPatterns: readonly string[];
}

/**
 * Converts a schema of Kubernetes (OpenAPI 3 with its extensions, and also `deprecated: true`) to an equivalent schema of JSON
 * Schema 2020-12 with the same structure.
 */
export const convertStructuralSchema = (given: JsonObject): ConvertedSchema => {
  const leftOut: string[] = [];
  const visit = (schema: JsonObject, pointer: string): JsonObject => {
    const made: Record<string, unknown> = {
      ...schema,
      ...readDeprecation(schema),
      ...convertBounds(schema),
      ...convertTypes(schema),
      ...convertEmbeddedResource(schema),
      ...convertSet(schema),
    };
    if (typeof made['pattern'] === 'string' && isUnsupportedPattern(made['pattern'])) {
      leftOut.push(`${pointer}/pattern`);
      delete made['pattern'];
    }
    for (const name of Object.keys(made)) if (made[name] === undefined) delete made[name];
    for (const {
      steps: [keyword, step],
      schema: inner,
    } of subschemas(made)) {
      const steps = step === undefined ? [keyword!] : [keyword!, step];
      const done = visit(inner, `${pointer}/${steps.map(escapeStep).join('/')}`);
      if (step === undefined) made[keyword as string] = done;
      else
        made[keyword as string] = Array.isArray(made[keyword as string])
          ? (made[keyword as string] as unknown[]).with(step as number, done)
          : { ...(made[keyword as string] as object), [step]: done };
    }
    return made;
  };
  return { schema: visit(given, ''), skippedPatterns: leftOut };
};
