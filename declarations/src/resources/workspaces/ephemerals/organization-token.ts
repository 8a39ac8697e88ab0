import { bool, ephemeral, optional } from '../../../declare/index.ts';
import { organizationFilter } from '../data/organization.ts';
import { ephemeralTokenAttributes, ephemeralTokenNotes } from './token-attributes.ts';

export const ephemeralOrganizationToken = ephemeral('organization_token', {
  service: 'workspaces',
  doc: 'The token of an organization, for one run of the engine: in no plan and no state.',
  requests: [
    'POST /organizations/{organization}/authentication-token',
    'GET /organizations/{organization}/authentication-token',
    'DELETE /organizations/{organization}/authentication-token',
  ],
  attributes: {
    organization: { ...organizationFilter, doc: "The organization; the one of the provider's `workspaces` section unless set." },
    force_regenerate: optional(bool, 'Whether a token that the organization has is replaced: it ends. Otherwise it is an error.', {
      default: false,
    }),
    ...ephemeralTokenAttributes,
  },
  notes: [
    'An organization has one token. Two runs at the same time cannot have one each: the second is refused, or replaces that of the first.',
    'At its end a run deletes the token only if it is still the one that it opened.',
    ...ephemeralTokenNotes,
  ],
});
