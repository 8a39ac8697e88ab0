import type { TerraformSchemas } from '../../../src/lint/find-schema/terraform/terraform-schemas.ts';

export const terraformSchemas: TerraformSchemas = {
  origin: 'a test',
  schemaOf(_kind, type) {
    if (type === 'x_broken') throw new TypeError('the schemas broke');
    return type === 'x_fine' ? { properties: { old: { deprecated: true } } } : undefined;
  },
};

export const isCollected = (): boolean => true;
