import { isObject } from '../json.ts';
import { type Check, type Node, noneSeen, type Run, type Seen, sawProperty } from '../node.ts';
import { holdsSchemas } from '../subschemas.ts';
import { type Context, countOf, type Keyword, namesOf, patternOf, said, wrong } from './context.ts';

export const size: Keyword = (context) => {
  const least = countOf(context, 'minProperties') ?? 0;
  const most = countOf(context, 'maxProperties') ?? Infinity;
  if (least === 0 && most === Infinity) return undefined;
  return (value) => {
    if (!isObject(value)) return true;
    const count = Object.keys(value).length;
    return count >= least && count <= most;
  };
};

export const required: Keyword = (context) => {
  const names = namesOf(context, 'required');
  return names && ((value) => !isObject(value) || names.every((name) => Object.hasOwn(value, name)));
};

const tableOf = (context: Context, keyword: string): readonly string[] => {
  const table = said(context, keyword);
  if (table !== undefined && !isObject(table)) throw wrong(context, keyword, 'an object');
  return Object.keys(table ?? {});
};

export const dependentRequired: Keyword = (context) => {
  const rows = tableOf(context, 'dependentRequired').map((name) =>
    [name, namesOf(context, 'dependentRequired', (said(context, 'dependentRequired') as { [name: string]: unknown })[name]) ?? []] as const);
  return rows.length === 0 ? undefined
    : (value) => !isObject(value) || rows.every(([name, names]) => !Object.hasOwn(value, name) || names.every((needed) => Object.hasOwn(value, needed)));
};

export const propertyNames: Keyword = (context) => {
  if (!Object.hasOwn(context.schema, 'propertyNames')) return undefined;
  const name = context.subschema('propertyNames');
  return (value, _at, run) => !isObject(value) || Object.keys(value).every((key) => name.evaluate(key, null, run, null));
};

/** Without schemas inside: looked at first, so that the branches of a discriminated `oneOf` fail early. */
const isPlain = ({ schema }: Node): boolean => !isObject(schema) || !holdsSchemas(schema);

/** `properties`, `patternProperties` and `additionalProperties`: together, because the last is about what the others leave. */
export const properties: Keyword = (context) => {
  const named = tableOf(context, 'properties').map((name) => [name, context.subschema('properties', name)] as const);
  const patterns = tableOf(context, 'patternProperties').map((source) =>
    [patternOf(context, 'patternProperties', source), context.subschema('patternProperties', source)] as const);
  const rest = Object.hasOwn(context.schema, 'additionalProperties') ? context.subschema('additionalProperties') : undefined;
  if (named.length === 0 && patterns.length === 0 && !rest) return undefined;
  const names = new Set(named.map(([name]) => name));
  const ordered = [...named.filter(([, node]) => isPlain(node)), ...named.filter(([, node]) => !isPlain(node))];

  return (value, at, run, seen) => {
    if (!isObject(value)) return true;
    const on = run.lenient && at !== null;
    let passes = true;
    const member = (node: Node, key: string): void => {
      if (!node.evaluate(value[key], at && node.reaches ? { outer: at, step: key } : null, run, null)) passes = false;
      if (seen) sawProperty(seen, key);
    };
    for (const [name, node] of ordered) {
      if (Object.hasOwn(value, name)) member(node, name);
      if (!passes && !on) return false;
    }
    if (patterns.length === 0 && !rest) return passes;
    for (const key of Object.keys(value)) {
      let known = names.has(key);
      for (const [pattern, node] of patterns) if (pattern.test(key)) { known = true; member(node, key); }
      if (!known && rest) member(rest, key);
      if (!passes && !on) return false;
    }
    return passes;
  };
};

export const dependentSchemas: Keyword = (context) => {
  const rows = tableOf(context, 'dependentSchemas').map((name) => [name, context.subschema('dependentSchemas', name)] as const);
  if (rows.length === 0) return undefined;
  return (value, at, run, seen) => {
    if (!isObject(value)) return true;
    let passes = true;
    for (const [name, node] of rows) {
      if (Object.hasOwn(value, name) && !node.evaluate(value, at, run, seen)) passes = false;
      if (!passes && !(run.lenient && at)) return false;
    }
    return passes;
  };
};

/** Runs after all neighbours, on what they and their passing branches left. */
export const unevaluatedProperties: Keyword = (context) => {
  if (!Object.hasOwn(context.schema, 'unevaluatedProperties')) return undefined;
  const rest = context.subschema('unevaluatedProperties');
  const check: Check = (value, at, run: Run, seen: Seen | null) => {
    if (!isObject(value)) return true;
    const { properties, allProperties } = seen ?? noneSeen();
    const on = run.lenient && at !== null;
    let passes = true;
    if (!allProperties)
      for (const key of Object.keys(value)) {
        if (properties?.has(key)) continue;
        if (!rest.evaluate(value[key], at && rest.reaches ? { outer: at, step: key } : null, run, null)) passes = false;
        if (!passes && !on) return false;
      }
    if (seen) seen.allProperties = true;
    return passes;
  };
  return check;
};
