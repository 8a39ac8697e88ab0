import { Workspace } from '@slipway/constructs';
import { WorkspaceVariable } from '@slipway/constructs/gen/workspace-variable';
import { TerraformVariable } from 'cdktf';
import type { Construct } from 'constructs';

export const token = (scope: Construct) =>
  new WorkspaceVariable(scope, 'token', {
    workspaceId: new Workspace(scope, 'network', { name: 'network' }).id,
    key: 'CLOUD_TOKEN',
    category: 'env',
    sensitive: true,
    valueWo: new TerraformVariable(scope, 'cloud_token', { type: 'string', sensitive: true }).stringValue,
  });
