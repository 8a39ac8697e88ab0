import { CiProject } from '@slipway/constructs';
import type { Construct } from 'constructs';

export const triggers = (scope: Construct) =>
  new CiProject(scope, 'web', { name: 'web' })
    .pipeline({ name: 'build', repository: '101', config: '.ci/config.yml' })
    .on('all-pushes')
    // A webhook carries no commit: what to check out, and where the configuration is, is said here.
    .on('webhook', { sender: 'shop', event: 'order', ref: 'main' });
