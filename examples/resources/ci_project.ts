import { CiProject } from '@slipway/constructs/gen/ci-project';
import type { Construct } from 'constructs';

export const web = (scope: Construct) => new CiProject(scope, 'web', { name: 'web' });
