import { string } from '../../../declare/index.ts';
import { noun, required } from '../../nouns/declaration.ts';
import { underOrganization } from '../../nouns/parents/under-organization.ts';
import { nameKind } from '../name-kind.ts';
import { clearSshKey } from '../workspaces/ssh-key.ts';

export const sshKey = noun('ssh-keys', {
  doc: 'A private key with which runs fetch modules from git servers.',
  label: 'SSH key',
  idPrefix: 'sshkey',
  typeOptional: true,
  parents: [underOrganization({ read: 'member', write: 'manage-vcs-settings' })],
  attributes: {
    name: required(nameKind, 'The name of the key.'),
    value: required(string, 'The private key.', { secret: true }),
  },
  behavior: { beforeDelete: (ctx, record) => clearSshKey(ctx.tx, record) },
});
