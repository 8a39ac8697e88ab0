import { stringMatching, optional, toOneRelationship } from '../../declare/index.ts';

/** An organization's name: part of every path, so it has no characters a path would need to escape. */
export const organizationNameKind = stringMatching(
  /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/,
  'the name of an organization: letters, digits, - and _',
);

/** The attribute that every object directly below an organization has. */
export const organization = optional(
  organizationNameKind,
  "The organization that owns it; the one of the provider's `workspaces` section unless set.",
  {
    inherits: 'organization',
    immutable: true,
    at: toOneRelationship('organization', 'organizations'),
  },
);
