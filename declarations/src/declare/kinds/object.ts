import type { Attribute, Attributes, ObjectShape } from '../attribute.ts';
import type { KindType, AttributeKind } from '../kind.ts';

const objectType = (members: Attributes): KindType => [
  'object',
  Object.fromEntries(Object.entries(members).map(([name, member]: [string, Attribute]) => [name, member.kind.type])),
];

/** An object whose members are attributes with modes and traits; requests contain it as a whole. */
export const object = <const A extends Attributes>(
  members: A,
  more: Pick<AttributeKind, 'replaced'> = {},
): AttributeKind<ObjectShape<A>> => ({
  type: objectType(members),
  json: { type: 'object' },
  description: `an object with ${Object.keys(members).join(', ')}`,
  accepts: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  members,
  ...more,
});
