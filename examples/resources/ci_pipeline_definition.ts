import { CiProject } from '@slipway/constructs';
import type { Construct } from 'constructs';

export const build = (scope: Construct) =>
  new CiProject(scope, 'web', { name: 'web' }).pipeline({ name: 'build', repository: '101', config: '.ci/config.yml' });
