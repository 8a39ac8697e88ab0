import { CiContext, Workspace } from '@slipway/constructs';
import { TerraformVariable } from 'cdktf';
import type { Construct } from 'constructs';

/** What is said here is sent by `value_wo`: it is stored in no plan and no state. */
export const variables = (scope: Construct) => {
  const network = new Workspace(scope, 'network', { name: 'network' });
  const token = new TerraformVariable(scope, 'deploy_token', { type: 'string', sensitive: true });
  return new CiContext(scope, 'deploy', { name: 'deploy' })
    .variable('AWS_REGION', 'eu-central-1')
    .variable('WORKSPACE_ID', network.id)
    .variable('DEPLOY_TOKEN', token, { sensitive: true });
};
