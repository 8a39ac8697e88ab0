import type { Values } from '../../../declarations/src/declare/index.ts';

/** A change of one attribute of ours: what the object has and what the configuration then says. */
export interface Change {
  readonly attribute: string;
  readonly before: unknown;
  readonly after: unknown;
  /** What else the object has, before and after. */
  readonly beside: Values;
}

/** What our plan does where the public provider replaces. */
export type Condition =
  | ({ readonly ours: 'replaced' } & Change)
  | ({ readonly ours: 'changed in place'; readonly reason: string } & Change)
  | { readonly ours: 'not there'; readonly reason: string };

/** The same replacement. */
export const replaced = (attribute: string, before: unknown, after: unknown, beside: Values = {}): Condition => ({
  ours: 'replaced',
  attribute,
  before,
  after,
  beside,
});

/** No replacement, and why. */
export const inPlace = (reason: string, attribute: string, before: unknown, after: unknown, beside: Values = {}): Condition => ({
  ours: 'changed in place',
  reason,
  attribute,
  before,
  after,
  beside,
});

/** Nothing of ours can change like that, and why. */
export const notThere = (reason: string): Condition => ({ ours: 'not there', reason });

/** A resource type of a public provider. */
export interface PublicResource {
  /** Its counterparts here. */
  readonly ours: readonly string[];
  /** By the condition under which the public provider replaces the object; an attribute alone: it changes. */
  readonly replacedFor: { readonly [condition: string]: Condition };
}
export type PublicResources = { readonly [type: string]: PublicResource };
