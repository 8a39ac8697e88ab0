import { Workspace } from '@slipway/constructs';
import { RunTrigger } from '@slipway/constructs/gen/run-trigger';
import type { Construct } from 'constructs';

/** A run of `network` that was applied starts a run of `shop`. */
export const shop = (scope: Construct) =>
  new RunTrigger(scope, 'shop', {
    workspaceId: new Workspace(scope, 'shop-workspace', { name: 'shop' }).id,
    sourceableId: new Workspace(scope, 'network', { name: 'network' }).id,
  });
