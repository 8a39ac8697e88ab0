import { isRecord } from '../../record.ts';
import type { AttributeKind } from '../kind.ts';

/** An ordered list, in which elements may repeat. */
export const listOf = <T>(item: AttributeKind<T>): AttributeKind<readonly T[]> => ({
  type: ['list', item.type],
  json: { type: 'array', items: item.json },
  description: `a list, each ${item.description}`,
  accepts: Array.isArray,
  item,
  collection: 'list',
});

/** A set: order and repetition have no meaning. Its elements have no path, so errors point at the set. */
export const setOf = <T>(item: AttributeKind<T>): AttributeKind<readonly T[]> => ({
  type: ['set', item.type],
  json: { type: 'array', items: item.json, uniqueItems: true },
  description: `a set, each ${item.description}`,
  accepts: Array.isArray,
  item,
  collection: 'set',
});

/** A map from any string to one kind; keys go to the wire verbatim. `key` restricts the keys. */
export const mapOf = <T>(
  item: AttributeKind<T>,
  limits: { key?: AttributeKind<string>; most?: number } = {},
): AttributeKind<{ readonly [key: string]: T }> => ({
  type: ['map', item.type],
  json: {
    type: 'object',
    additionalProperties: item.json,
    ...(limits.key ? { propertyNames: limits.key.json } : {}),
    ...(limits.most ? { maxProperties: limits.most } : {}),
  },
  description:
    `a map, each value ${item.description}` +
    `${limits.key ? `, each key ${limits.key.description}` : ''}${limits.most ? `, at most ${limits.most} of them` : ''}`,
  accepts: (value) =>
    isRecord(value) &&
    Object.keys(value as object).every((key) => !limits.key || limits.key.accepts(key)) &&
    (!limits.most || Object.keys(value as object).length <= limits.most),
  item,
  collection: 'map',
});
