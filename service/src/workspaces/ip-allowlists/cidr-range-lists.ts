import { oneOf, string } from '@slipway/declarations/declare';
import { noun, optional, required } from '../../nouns/declaration.ts';
import { underOrganization } from '../../nouns/parents/under-organization.ts';
import { children, toMany, toParent } from '../../nouns/relationships/relationship.ts';
import { timeOfUpdate } from '../../nouns/timestamps.ts';
import { nameKind } from '../name-kind.ts';
import { updateAllowedNetworks } from './allowed-networks.ts';

export const cidrRangeList = noun('cidr-range-lists', {
  doc: 'Networks from which an organization is reached.',
  label: 'CIDR range list',
  idPrefix: 'cidrl',
  parents: [underOrganization({ read: 'owner', write: 'owner' })],
  attributes: {
    name: required(nameKind, 'The name of the list.', { unique: true }),
    description: optional(string, 'What the list is for.'),
    'enforcement-scope': optional(
      oneOf('organization', 'all_agent_pools', 'selected_agent_pools'),
      'Where it is enforced. Agents do not connect to this service: lists for agent pools are kept.',
      { default: 'organization' },
    ),
    'updated-at': timeOfUpdate(),
  },
  relationships: {
    organization: toParent('organizations', 'The organization that it belongs to.'),
    'agent-pools': toMany('agent-pools', 'The agent pools that it is for.', { endpoints: true }),
    'cidr-ranges': children('cidr-ranges', 'Its ranges.'),
  },
  behavior: {
    afterUpdate: (ctx, { body }) => updateAllowedNetworks(ctx.tx, body.organization),
    afterDelete: (ctx, { body }) => updateAllowedNetworks(ctx.tx, body.organization),
  },
  writeOptions: { changesIdentity: true },
});
