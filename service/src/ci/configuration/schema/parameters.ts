import { stringValue } from '../../../http/body-schemas.ts';
import type { ConfigurationSchema } from './schema-builders.ts';

const parameterTypes = ['string', 'boolean', 'integer', 'enum', 'executor', 'steps', 'env_var_name'];

/** Declared parameters by name. Defaults are checked against their types when the declarations are parsed. */
export const parametersSchema: ConfigurationSchema = {
  type: 'object',
  propertyNames: { pattern: '^[A-Za-z_][A-Za-z0-9_-]*$' },
  additionalProperties: {
    type: 'object',
    required: ['type'],
    additionalProperties: false,
    properties: { type: { enum: parameterTypes }, description: stringValue, default: {}, enum: { type: 'array', minItems: 1 } },
    if: { properties: { type: { const: 'enum' } }, required: ['type'] },
    then: { required: ['enum'] },
  },
};
