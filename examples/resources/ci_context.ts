import { CiContext } from '@slipway/constructs';
import type { Construct } from 'constructs';

export const deploy = (scope: Construct) => new CiContext(scope, 'deploy', { name: 'deploy' });
