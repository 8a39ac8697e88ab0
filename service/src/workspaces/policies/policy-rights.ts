import type { RightInOrganization } from '../../nouns/parents/under-organization.ts';

/** The rights to read and write policies and policy sets. */
export const policyRights: { readonly [access in 'read' | 'write']: RightInOrganization } = {
  read: 'manage-policies',
  write: 'manage-policies',
};
