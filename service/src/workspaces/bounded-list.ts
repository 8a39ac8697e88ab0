import { type AttributeKind, listOf } from '@slipway/declarations/declare';

/** A list of at most `most` items. */
export const boundedList = <T>(item: AttributeKind<T>, most: number): AttributeKind<readonly T[]> => ({
  ...listOf(item),
  json: { ...listOf(item).json, maxItems: most },
  description: `a list of at most ${most}, each ${item.description}`,
  accepts: (value) => Array.isArray(value) && value.length <= most,
});
