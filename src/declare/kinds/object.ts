import type { Attribute, Attributes, Shape } from '../attribute.ts';
import type { Cty, Kind } from '../kind.ts';

const typeOf = (members: Attributes): Cty =>
  ['object', Object.fromEntries(Object.entries(members).map(([name, member]: [string, Attribute]) => [name, member.kind.type]))];

/** An object whose members are attributes with modes and traits of their own; it goes to the wire whole. */
export const object = <const A extends Attributes>(members: A): Kind<Shape<A>> => ({
  type: typeOf(members), json: { type: 'object' }, words: `an object with ${Object.keys(members).join(', ')}`,
  accepts: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  members,
});
