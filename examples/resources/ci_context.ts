import { CiContext } from '@slipway/constructs/gen/ci-context';
import type { Construct } from 'constructs';

export const deploy = (scope: Construct) => new CiContext(scope, 'deploy', { name: 'deploy' });
