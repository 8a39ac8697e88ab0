import type { Attribute, Kind } from '../declare/index.ts';
import { nearest } from './nearest.ts';
import type { Path } from './path.ts';

/** Where a walk stands. Elements of a set have no address: below one, `path` stays at the set and `element` names what is inside. */
export interface Place { readonly path: Path; readonly hidden: boolean; readonly element?: string }

/** What a walk finds wrong, before anybody words it: a configuration and a request are told in different names. */
export type Finding =
  | { readonly what: 'wrong'; readonly place: Place; readonly kind: Kind; readonly value: unknown }
  | { readonly what: 'missing'; readonly place: Place; readonly name: string; readonly attribute: Attribute }
  | { readonly what: 'read-only'; readonly place: Place }
  | { readonly what: 'stranger'; readonly place: Place; readonly name: string; readonly names: readonly string[] };

/** Values that no sentence, log or journal may show. */
export const isHidden = (attribute: Attribute): boolean => Boolean(attribute.sensitive ?? attribute.secret ?? attribute.writeOnly);

const limit = 60;
export const clip = (text: string): string => (text.length > limit ? `${text.slice(0, limit)}…` : text);

const spelled = (value: unknown, hidden: boolean): string => {
  if (value === null || value === undefined) return 'null';
  if (hidden) return 'a value that is not shown, being sensitive';
  if (Array.isArray(value)) return 'a list';
  if (typeof value !== 'object') return clip(JSON.stringify(value));
  const keys = Object.keys(value);
  return keys.length === 0 ? 'an empty object' : clip(`an object with ${keys.map((key) => JSON.stringify(key)).join(', ')}`);
};

/** `expected true or false; given "yes"`. */
export const expectation = ({ kind, value, place }: Extract<Finding, { what: 'wrong' }>): string => `expected ${kind.words}; given ${spelled(value, place.hidden)}`;

/** The word of a closed list that was probably meant; never for what must not be shown. */
export const meantWord = ({ kind, value, place }: Extract<Finding, { what: 'wrong' }>): string | undefined => {
  const words = (kind.json as { enum?: readonly string[] }).enum;
  return words && typeof value === 'string' && !place.hidden ? nearest(value, words) : undefined;
};

export const capital = (sentence: string): string => sentence.charAt(0).toUpperCase() + sentence.slice(1);
