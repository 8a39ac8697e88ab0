import { VariableSet } from '@slipway/constructs';
import { TerraformVariable } from 'cdktf';
import type { Construct } from 'constructs';

export const defaults = (scope: Construct) => {
  const password = new TerraformVariable(scope, 'database_password', { type: 'string', sensitive: true });
  return (
    new VariableSet(scope, 'defaults', { name: 'defaults' })
      .env('AWS_REGION', 'eu-central-1')
      .variable('currencies', ['EUR', 'USD'])
      // Sent as `value_wo`, and stored in no plan and no state.
      .env('PGPASSWORD', password.stringValue, { sensitive: true })
  );
};
