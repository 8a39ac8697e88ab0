import { CiProject } from '@slipway/constructs';
import type { Construct } from 'constructs';

export const level = (scope: Construct) => new CiProject(scope, 'web', { name: 'web' }).variable('LOG_LEVEL', 'debug');
