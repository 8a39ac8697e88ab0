import { Workspace } from '@slipway/constructs';
import type { Construct } from 'constructs';

export const network = (scope: Construct) =>
  new Workspace(scope, 'network', {
    name: 'network',
    description: 'Networks and names.',
    executionMode: 'remote',
    workingDirectory: 'network',
    triggerPatterns: ['/network/**/*'],
  }).tag({ env: 'prod' }, 'foundation');
