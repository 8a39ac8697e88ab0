import { CiProject } from '@slipway/constructs';
import { TerraformOutput } from 'cdktf';
import type { Construct } from 'constructs';

export const key = (scope: Construct) => {
  const made = new CiProject(scope, 'web', { name: 'web', organization: 'gh/acme' }).checkoutKey();
  return new TerraformOutput(scope, 'for-the-code-host', { value: made.publicKey });
};
