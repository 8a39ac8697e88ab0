import type { Attribute, AttributeKind } from '../declare/index.ts';
import { nearestWord } from './nearest-word.ts';
import type { AttributePath } from '../attribute-path.ts';

/** The position of a walk. Elements of a set have no address: below one, `path` stays at the set and `element` has the rest. */
export interface FindingLocation {
  readonly path: AttributePath;
  readonly sensitive: boolean;
  readonly element?: string;
}

/** A violation, before it is worded: errors of configurations and of requests use different names. */
export type Finding =
  | { readonly what: 'wrong'; readonly place: FindingLocation; readonly kind: AttributeKind; readonly value: unknown }
  | { readonly what: 'missing'; readonly place: FindingLocation; readonly name: string; readonly attribute: Attribute }
  | { readonly what: 'read-only'; readonly place: FindingLocation }
  | { readonly what: 'named twice'; readonly place: FindingLocation; readonly name: string; readonly former: string }
  | { readonly what: 'stranger'; readonly place: FindingLocation; readonly name: string; readonly names: readonly string[] };

/** Values that no sentence, log or journal may show. */
export const isSensitive = (attribute: Attribute): boolean => Boolean(attribute.sensitive ?? attribute.secret ?? attribute.writeOnly);

const maximumLength = 60;
/** Truncates a text to at most 60 characters, counted in code points. */
export const truncate = (text: string): string => {
  const start = Array.from(text.slice(0, 2 * maximumLength + 1))
    .slice(0, maximumLength)
    .join('');
  return start.length < text.length ? `${start}…` : text;
};

const formatValue = (value: unknown, sensitive: boolean): string => {
  if (value === null || value === undefined) return 'null';
  if (sensitive) return 'a value that is not shown, being sensitive';
  if (Array.isArray(value)) return 'a list';
  if (typeof value !== 'object') return truncate(JSON.stringify(value));
  const keys = Object.keys(value);
  return keys.length === 0 ? 'an empty object' : truncate(`an object with ${keys.map((key) => JSON.stringify(key)).join(', ')}`);
};

/** `expected true or false; given "yes"`. */
export const describeExpectation = ({ kind, value, place: location }: Extract<Finding, { what: 'wrong' }>): string =>
  `expected ${kind.description}; given ${formatValue(value, location.sensitive)}`;

/** The option that was probably meant; never for a sensitive value. */
export const suggestedWord = ({ kind, value, place: location }: Extract<Finding, { what: 'wrong' }>): string | undefined => {
  const options = (kind.json as { enum?: readonly unknown[] }).enum?.filter((option) => typeof option === 'string');
  return options && typeof value === 'string' && !location.sensitive ? nearestWord(value, options) : undefined;
};

export const capitalize = (sentence: string): string => sentence.charAt(0).toUpperCase() + sentence.slice(1);
