import { type Compiled, deprecations, type Deprecation, faults } from '@slipway/schema-tools/load';
import { decodeDocument } from './decode-document.ts';
import { getNode, isObject } from './document-node.ts';
import { rulesByCollection } from './rules/index.ts';
import type { RuleViolation } from './rules/rule.ts';
import { durationText } from './schemas/schema-builders.ts';

const durationExpectation = `matches ${String(durationText['pattern'])}`;
const reword = (message: string): string =>
  message.replace(`expected a text that ${durationExpectation}`, 'expected a time, such as 1.5s or 100ms');

/** Removes fields that are null, and empties items that are null, as protobuf's JSON does. Returns the same value if there are none. */
const removeNulls = (value: unknown): unknown => {
  if (Array.isArray(value)) {
    const items = value.map((item: unknown) => (item === null ? {} : removeNulls(item)));
    return items.some((item, index) => item !== value[index]) ? items : value;
  }
  if (!isObject(value)) return value;
  const kept = Object.entries(value)
    .filter(([, one]) => one !== null)
    .map(([name, one]) => [name, removeNulls(one)] as const);
  return kept.length < Object.keys(value).length || kept.some(([name, one]) => one !== value[name]) ? Object.fromEntries(kept) : value;
};

/** A document that was judged. */
export interface DocumentJudgement {
  /** Everything that is wrong, in the order of schemas, decoding and rules. One problem for each place. */
  readonly violations: readonly RuleViolation[];
  /** Its message cannot represent it, so it is not served. */
  readonly isUndecodable: boolean;
}

/**
 * Validates a document. The webhook, the analysis and `slipway lint` all use it, and the server decodes what it serves by the same
 * function. The messages can follow `configuration is invalid: `.
 */
export const judgeDocument = (collection: string, written: unknown, schemas: readonly Compiled[]): DocumentJudgement => {
  const { document, pointerAsWritten, faults: decodeFaults, isServed } = decodeDocument(collection, written);
  const found = new Map<string, RuleViolation>();
  const add = (pointer: string, message: string): void => {
    if (!found.has(pointer)) found.set(pointer, { pointer, message });
  };
  const plain = removeNulls(document);
  for (const compiled of schemas)
    for (const { pointer, message } of faults(compiled, plain)) add(pointerAsWritten(pointer), reword(message));
  for (const { pointer, message } of decodeFaults) add(pointer, message);
  // A value of another type is already reported; the rules would report it again in other words.
  const shapes = [...found.keys()];
  const rule = Object.hasOwn(rulesByCollection, collection) ? rulesByCollection[collection] : undefined;
  const root = { value: document, pointer: '' };
  for (const violation of rule?.(getNode(root, 'spec'), root) ?? []) {
    const pointer = pointerAsWritten(violation.pointer);
    if (!shapes.some((shape) => pointer.startsWith(`${shape}/`))) add(pointer, violation.message);
  }
  return { violations: [...found.values()], isUndecodable: !isServed };
};

/** Everything that is wrong with a document. One problem for each place. */
export const validateDocument = (collection: string, document: unknown, schemas: readonly Compiled[]): readonly RuleViolation[] =>
  judgeDocument(collection, document, schemas).violations;

/** The deprecated fields of a document, one finding per place. */
export const findDeprecations = (collection: string, written: unknown, schemas: readonly Compiled[]): readonly Deprecation[] => {
  const { document, pointerAsWritten } = decodeDocument(collection, written);
  const plain = removeNulls(document);
  const found = schemas.flatMap((compiled) => deprecations(compiled, plain)).reverse();
  return [...new Map(found.map((one) => [one.pointer, { ...one, pointer: pointerAsWritten(one.pointer) }])).values()].reverse();
};
