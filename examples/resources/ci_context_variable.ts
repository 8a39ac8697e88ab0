import { CiContext } from '@slipway/constructs/gen/ci-context';
import { CiContextVariable } from '@slipway/constructs/gen/ci-context-variable';
import type { Construct } from 'constructs';

export const region = (scope: Construct) => {
  const deploy = new CiContext(scope, 'deploy', { name: 'deploy' });
  return new CiContextVariable(scope, 'region', { contextId: deploy.id, name: 'AWS_REGION', value: 'eu-central-1' });
};
