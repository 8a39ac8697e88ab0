import { bool, int, string, stringMatching, stringOfLength } from '@slipway/declarations/declare';
import { countLinks } from '../../nouns/count-links.ts';
import { computed, noun, optional, required } from '../../nouns/declaration.ts';
import { underOrganization } from '../../nouns/parents/under-organization.ts';
import { toMany, toParent } from '../../nouns/relationships/relationship.ts';
import { timeOfCreation, timeOfUpdate } from '../../nouns/timestamps.ts';
import { nameKind } from '../name-kind.ts';

/** Clients look for the words before it. */
const notFound = 'was not found in this organization, or this token cannot read it';

const sourceKind = stringMatching(
  /^(?:[A-Za-z0-9.-]{1,253}\/)?[A-Za-z0-9-]{1,64}\/[A-Za-z0-9-]{1,64}$/,
  'the source of a provider: namespace/name or hostname/namespace/name',
);

export const organizationParent = underOrganization({ read: 'member', write: 'manage-workspaces' });

export const providerSet = noun('provider-sets', {
  doc: 'The configuration of a provider that several workspaces share.',
  label: 'provider set',
  idPrefix: 'provset',
  parents: [organizationParent],
  attributes: {
    name: required(nameKind, 'The name of the provider set.', { unique: true }),
    description: optional(string, 'What the provider set is for.'),
    global: optional(bool, 'Whether it is for every workspace of the organization.', { default: false }),
    priority: optional(bool, 'Whether it takes precedence over the configuration of a workspace.', { default: false, effect: 'none' }),
    'provider-source': required(sourceKind, 'The provider; without a hostname, one of the public registry. It is returned as it was sent.'),
    'configuration-hcl': optional(stringOfLength(0, 65_536), 'The block of the provider, in the language of the engine.', {
      effect: 'none',
    }),
    'workspace-count': computed(int, 'The number of its workspaces.', { load: countLinks('provider-sets.workspaces', 'from') }),
    'project-count': computed(int, 'The number of its projects.', { load: countLinks('provider-sets.projects', 'from') }),
    'created-at': timeOfCreation(),
    'updated-at': timeOfUpdate(),
  },
  relationships: {
    organization: toParent('organizations', 'The organization that it belongs to.'),
    workspaces: toMany('workspaces', 'The workspaces that it is for.', {
      endpoints: true,
      missing: `Invalid Workspaces: one ${notFound}`,
    }),
    projects: toMany('projects', 'The projects for whose workspaces it is.', {
      endpoints: true,
      missing: `Invalid Projects: one ${notFound}`,
    }),
  },
});
