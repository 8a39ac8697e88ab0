import { CiRunnerResourceClass } from '@slipway/constructs/gen/ci-runner-resource-class';
import type { Construct } from 'constructs';

export const racks = (scope: Construct) =>
  new CiRunnerResourceClass(scope, 'racks', { resourceClass: 'acme/racks', description: 'machines in the racks' });
