import type { ConfigurationSchema } from './schema-builders.ts';
import { listSchema, mappingSchema, textSchema, referTo } from './schema-builders.ts';

/** A condition: a value, or one statement. */
export const logicSchema: ConfigurationSchema = {
  anyOf: [
    { type: ['string', 'number', 'boolean', 'null'] },
    {
      ...mappingSchema({
        and: { ...listSchema(referTo('logic')), minItems: 1 },
        or: { ...listSchema(referTo('logic')), minItems: 1 },
        not: referTo('logic'),
        equal: { type: 'array', minItems: 1 },
        matches: mappingSchema({ pattern: textSchema, value: textSchema }, ['pattern', 'value']),
      }),
      minProperties: 1,
      maxProperties: 1,
    },
  ],
};
