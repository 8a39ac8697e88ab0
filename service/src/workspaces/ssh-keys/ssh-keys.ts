import { string } from '@slipway/declarations/declare';
import { isOrganizationToken } from '../../access/permissions.ts';
import { notFound } from '../../http/problem.ts';
import { noun, required } from '../../nouns/declaration.ts';
import { underOrganization } from '../../nouns/parents/under-organization.ts';
import type { NounParent } from '../../nouns/parents/noun-parent.ts';
import { nameKind } from '../name-kind.ts';
import { clearSshKey } from '../workspaces/ssh-key.ts';

const byRight = underOrganization({ read: 'member', write: 'manage-vcs-settings' });
/** An organization's token can neither see nor change keys (decision 139). */
const keyParent: NounParent = {
  ...byRight,
  requireScope: (ctx, access) => {
    if (isOrganizationToken(ctx)) throw notFound(`the organization "${byRight.scopeOf(ctx)}"`);
    return byRight.requireScope(ctx, access);
  },
  filterPermitted: async (ctx, records, access) => (isOrganizationToken(ctx) ? [] : byRight.filterPermitted(ctx, records, access)),
};

export const sshKey = noun('ssh-keys', {
  doc: 'A private key with which runs fetch modules from git servers.',
  label: 'SSH key',
  idPrefix: 'sshkey',
  typeOptional: true,
  parents: [keyParent],
  attributes: {
    name: required(nameKind, 'The name of the key.'),
    value: required(string, 'The private key.', { secret: true }),
  },
  behavior: { beforeDelete: (ctx, record) => clearSshKey(ctx.tx, record) },
});
