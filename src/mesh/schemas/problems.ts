import { type Compiled, deprecations, type Deprecation, faults } from '@slipway/schema-tools/load';
import { at, isObject } from '../place.ts';
import { rules } from './rules/index.ts';
import type { Broken } from './rules/rule.ts';
import { duration } from './words.ts';

const timePattern = `matches ${String(duration['pattern'])}`;
const reworded = (message: string): string => message.replace(`expected a text that ${timePattern}`, 'expected a time, such as 1.5s or 100ms');

/** Members that are null say nothing, as everywhere in protobuf's JSON. The same value where there is none. */
const withoutNulls = (value: unknown): unknown => {
  if (Array.isArray(value)) {
    const items = value.map(withoutNulls);
    return items.some((item, index) => item !== value[index]) ? items : value;
  }
  if (!isObject(value)) return value;
  const kept = Object.entries(value).filter(([, one]) => one !== null).map(([name, one]) => [name, withoutNulls(one)] as const);
  return kept.length < Object.keys(value).length || kept.some(([name, one]) => one !== value[name]) ? Object.fromEntries(kept) : value;
};

/**
 * What is wrong with a document of a kind: what its schemas say, then what no schema can. At one place, one problem; the
 * words are such that `configuration is invalid: ` may stand before them.
 */
export const problemsOf = (collection: string, document: unknown, schemas: readonly Compiled[]): readonly Broken[] => {
  const plain = withoutNulls(document);
  const found = new Map<string, Broken>();
  for (const compiled of schemas) {
    for (const { pointer, message } of faults(compiled, plain)) if (!found.has(pointer)) found.set(pointer, { pointer, message: reworded(message) });
  }
  // What has another shape than it should was told; the rules would say it again in other words.
  const shapes = [...found.keys()];
  const rule = Object.hasOwn(rules, collection) ? rules[collection] : undefined;
  if (rule) for (const one of rule(at({ value: plain, pointer: '' }, 'spec'))) {
    if (!found.has(one.pointer) && !shapes.some((shape) => one.pointer.startsWith(`${shape}/`))) found.set(one.pointer, one);
  }
  return [...found.values()];
};

/** What of a document is deprecated; one for each place. */
export const deprecationsIn = (document: unknown, schemas: readonly Compiled[]): readonly Deprecation[] => {
  const plain = withoutNulls(document);
  return [...new Map(schemas.flatMap((compiled) => deprecations(compiled, plain)).reverse().map((one) => [one.pointer, one])).values()].reverse();
};
