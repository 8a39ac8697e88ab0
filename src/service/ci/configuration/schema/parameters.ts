import type { Schema } from './parts.ts';

const types = ['string', 'boolean', 'integer', 'enum', 'executor', 'steps', 'env_var_name'];

/** Declared parameters by name. What their types say of their defaults is looked at when they are read. */
export const parameters: Schema = {
  type: 'object',
  propertyNames: { pattern: '^[A-Za-z_][A-Za-z0-9_-]*$' },
  additionalProperties: {
    type: 'object', required: ['type'], additionalProperties: false,
    properties: { type: { enum: types }, description: { type: 'string' }, default: {}, enum: { type: 'array', minItems: 1 } },
    if: { properties: { type: { const: 'enum' } }, required: ['type'] }, then: { required: ['enum'] },
  },
};
