import type { Attributes } from './attribute.ts';

/** A type in the engine's type language (cty), as its JSON spells it. */
export type KindType =
  | 'string'
  | 'bool'
  | 'number'
  | readonly ['list' | 'set' | 'map', KindType]
  | readonly ['object', { readonly [name: string]: KindType }];

/**
 * What values an attribute takes. One kind is read by the provider schema (`type`, `members`), the JSON Schema
 * (`json`), validation (`accepts`) and messages (`description` completes "expected …").
 */
export interface AttributeKind<T = unknown> {
  readonly type: KindType;
  readonly json: object;
  readonly description: string;
  /** Called with known, non-null values only; for collections and objects it checks the container, not its members. */
  accepts(value: unknown): boolean;
  /** Two spellings of one value (times). Without it equality is structural. */
  isSameValue?(a: unknown, b: unknown): boolean;
  /** The value as a document contains it, where that differs. */
  fromWire?(value: unknown): T;
  /** What a list, set or map holds. */
  readonly item?: AttributeKind;
  /** What an object holds: attributes with modes, defaults and traits of their own. */
  readonly members?: Attributes;
  /** For an object: a request replaces it as a whole, and a member without a value is left out. Otherwise null is sent, which clears it. */
  readonly replaced?: true;
  readonly collection?: 'list' | 'set' | 'map';
  /** Its values hold slashes: several segments of a path, and of an import text. */
  readonly multiSegment?: true;
  /** Only for inference; never present. */
  readonly _?: T;
}

export type ValueOf<K> = K extends AttributeKind<infer T> ? T : never;
