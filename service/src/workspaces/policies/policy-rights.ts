import type { RightInOrganization } from '../../nouns/parents/under-organization.ts';

/** Who reads and writes policies and policy sets. */
export const policyRights: { readonly [access in 'read' | 'write']: RightInOrganization } = {
  read: 'manage-policies',
  write: 'manage-policies',
};
