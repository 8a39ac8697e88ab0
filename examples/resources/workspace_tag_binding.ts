import { Workspace } from '@slipway/constructs';
import { WorkspaceTagBinding } from '@slipway/constructs/gen/workspace-tag-binding';
import type { Construct } from 'constructs';

/** One tag beside those of others; all the tags of a workspace are said with `workspace.tag({ env: 'prod' })`. */
export const env = (scope: Construct, network: Workspace = new Workspace(scope, 'network', { name: 'network' })) =>
  new WorkspaceTagBinding(scope, 'env', { workspaceId: network.id, key: 'env', value: 'prod' });
