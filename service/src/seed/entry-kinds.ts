import { type AttributeKind, id, listOf, mapOf, object, optional, required, string, time } from '@slipway/declarations/declare';
import { tokenTextKind } from '../access/names.ts';

export const anyKind: AttributeKind<unknown> = { type: 'string', json: {}, description: 'any value', accepts: () => true };
export const tags = mapOf(string);
export const creationTime = { created_at: optional(time, 'Time of the creation. Default: now.') };
export const optionalTimes = { ...creationTime, updated_at: optional(time, 'Time of the last change. Default: that of the creation.') };
export const tokens = optional(
  listOf(
    object({
      id: optional(id('at'), 'ID. Default: random.'),
      value: required(tokenTextKind, 'The token.', { sensitive: true }),
      description: optional(string, 'Description. A team can have several tokens with a description.'),
      expired_at: optional(time, 'When it expires. Default: never.'),
      ...creationTime,
    }),
  ),
  'Further tokens.',
);
