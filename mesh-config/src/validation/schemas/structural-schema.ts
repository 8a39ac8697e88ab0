import { isObject, type JsonObject } from '@slipway/schema-tools/json';
import { subschemas } from '@slipway/schema-tools/schemas';

/** `Deprecated: use hosts.` at the beginning of a description or of a line in it, and the words up to the line's end. */
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

/** OpenAPI says by a boolean that the limit beside it is excluded. */
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

/** `nullable` and integers that may be texts, in the words of JSON Schema. */
const convertTypes = (schema: JsonObject): JsonObject => {
  const isEither = schema['x-kubernetes-int-or-string'] === true;
  if (schema['nullable'] !== true && !isEither) return {};
  const own = isEither ? ['integer', 'string'] : typeof schema['type'] === 'string' ? [schema['type']] : [];
  if (own.length === 0) return {};
  return { type: [...own, ...(schema['nullable'] === true ? ['null'] : [])] };
};

/** An object that is one of Kubernetes's own says what it is. */
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

/** Whether ECMAScript reads the pattern at all; what only Go reads, the API server holds values against. */
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
  /** RFC 6901, into the schema: patterns that were left out, because only Go reads them. */
  readonly skippedPatterns: readonly string[];
}

/**
 * A schema as Kubernetes writes them (OpenAPI 3, its extensions, and here `deprecated: true` as well) as one of JSON Schema
 * 2020-12 that says the same, with everything where it was.
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
