import { Workspace } from '@slipway/constructs';
import { SshKey } from '@slipway/constructs/gen/ssh-key';
import { TerraformVariable } from 'cdktf';
import type { Construct } from 'constructs';

export const modules = (scope: Construct) => {
  const key = new SshKey(scope, 'modules', {
    name: 'modules',
    valueWo: new TerraformVariable(scope, 'private_key', { type: 'string', sensitive: true }).stringValue,
  });
  return new Workspace(scope, 'network', { name: 'network' }).sshKey(key.id);
};
