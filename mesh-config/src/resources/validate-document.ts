import { type Compiled, deprecations, type Deprecation, faults } from '@slipway/schema-tools/load';
import { getNode, isObject } from './document-node.ts';
import { rulesByCollection } from './rules/index.ts';
import type { RuleViolation } from './rules/rule.ts';
import { durationText } from './schemas/schema-builders.ts';

const durationExpectation = `matches ${String(durationText['pattern'])}`;
const reword = (message: string): string =>
  message.replace(`expected a text that ${durationExpectation}`, 'expected a time, such as 1.5s or 100ms');

/** Members that are null say nothing, as everywhere in protobuf's JSON. The same value where there is none. */
const removeNulls = (value: unknown): unknown => {
  if (Array.isArray(value)) {
    const items = value.map(removeNulls);
    return items.some((item, index) => item !== value[index]) ? items : value;
  }
  if (!isObject(value)) return value;
  const kept = Object.entries(value)
    .filter(([, one]) => one !== null)
    .map(([name, one]) => [name, removeNulls(one)] as const);
  return kept.length < Object.keys(value).length || kept.some(([name, one]) => one !== value[name]) ? Object.fromEntries(kept) : value;
};

/**
 * What is wrong with a document of a kind: what its schemas say, then what no schema can. At one place, one problem; the
 * words are such that `configuration is invalid: ` may stand before them.
 */
export const validateDocument = (collection: string, document: unknown, schemas: readonly Compiled[]): readonly RuleViolation[] => {
  const plain = removeNulls(document);
  const found = new Map<string, RuleViolation>();
  for (const compiled of schemas) {
    for (const { pointer, message } of faults(compiled, plain))
      if (!found.has(pointer)) found.set(pointer, { pointer, message: reword(message) });
  }
  // What has another shape than it should was told; the rules would say it again in other words.
  const shapes = [...found.keys()];
  const rule = Object.hasOwn(rulesByCollection, collection) ? rulesByCollection[collection] : undefined;
  if (rule)
    for (const one of rule(getNode({ value: plain, pointer: '' }, 'spec'))) {
      if (!found.has(one.pointer) && !shapes.some((shape) => one.pointer.startsWith(`${shape}/`))) found.set(one.pointer, one);
    }
  return [...found.values()];
};

/** What of a document is deprecated; one for each place. */
export const findDeprecations = (document: unknown, schemas: readonly Compiled[]): readonly Deprecation[] => {
  const plain = removeNulls(document);
  return [
    ...new Map(
      schemas
        .flatMap((compiled) => deprecations(compiled, plain))
        .reverse()
        .map((one) => [one.pointer, one]),
    ).values(),
  ].reverse();
};
