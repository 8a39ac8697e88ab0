import { Workspace } from '@slipway/constructs';
import type { Construct } from 'constructs';

export const freeze = (scope: Construct) =>
  new Workspace(scope, 'network', { name: 'network' }).lock('Frozen until the migration is done.');
