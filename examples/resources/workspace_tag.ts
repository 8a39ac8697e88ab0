import { Workspace } from '@slipway/constructs';
import { WorkspaceTag } from '@slipway/constructs/gen/workspace-tag';
import type { Construct } from 'constructs';

/** One tag beside those of others; all the tags of a workspace are said with `workspace.tag('foundation')`. */
export const foundation = (scope: Construct, network: Workspace = new Workspace(scope, 'network', { name: 'network' })) =>
  new WorkspaceTag(scope, 'foundation', { workspaceId: network.id, name: 'foundation' });
