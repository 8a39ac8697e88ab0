import { CiRunnerResourceClass } from '@slipway/constructs/gen/ci-runner-resource-class';
import { CiRunnerToken } from '@slipway/constructs/gen/ci-runner-token';
import type { Construct } from 'constructs';

export const first = (scope: Construct) =>
  new CiRunnerToken(scope, 'rack-1', {
    resourceClass: new CiRunnerResourceClass(scope, 'racks', { resourceClass: 'acme/racks' }).resourceClass,
    nickname: 'rack 1',
  });
