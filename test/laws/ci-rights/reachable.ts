import type { Effect, ways } from './ways.ts';

/** Each caller with its token. Of the group `ops`, which alone may use the context: mia, vip and pam. */
export const wayCallers = {
  owner: 'owner-token',
  'contributor in the group': 'mia-token',
  contributor: 'noa-token',
  viewer: 'vic-token',
  'viewer in the group': 'vip-token',
  'project contributor': 'cora-token',
  'project admin': 'pia-token',
  'project admin in the group': 'pam-token',
  'organization token': 'acme-token',
  'team token': 'ops-team-token',
  stranger: 'stranger-token',
} as const;
type WayCaller = keyof typeof wayCallers;
type Row = { readonly [caller in WayCaller]: Effect };

/** By whoever may start builds, in their own name. */
const byTheirName: Row = {
  owner: 'with',
  'contributor in the group': 'with',
  contributor: 'without',
  viewer: 'nothing',
  'viewer in the group': 'nothing',
  'project contributor': 'without',
  'project admin': 'without',
  'project admin in the group': 'with',
  'organization token': 'without',
  'team token': 'nothing',
  stranger: 'nothing',
};
/** By whoever changes the project, in the name of the system. */
const ofTheSystem: Row = {
  owner: 'without',
  'contributor in the group': 'nothing',
  contributor: 'nothing',
  viewer: 'nothing',
  'viewer in the group': 'nothing',
  'project contributor': 'nothing',
  'project admin': 'without',
  'project admin in the group': 'without',
  'organization token': 'without',
  'team token': 'nothing',
  stranger: 'nothing',
};
/** In the name of the organization, whoever sends it: the signature or the secret is what counts. */
const ofTheOrganization: Row = {
  owner: 'without',
  'contributor in the group': 'without',
  contributor: 'without',
  viewer: 'without',
  'viewer in the group': 'without',
  'project contributor': 'without',
  'project admin': 'without',
  'project admin in the group': 'without',
  'organization token': 'without',
  'team token': 'without',
  stranger: 'without',
};

/** What each caller can get to by each way. */
export const reachable: { readonly [way in keyof typeof ways]: Row } = {
  'starts a pipeline': byTheirName,
  'starts a pipeline of a definition': byTheirName,
  'starts a build (v1.1)': byTheirName,
  'rolls back to what mia deployed': byTheirName,
  'approves what mia, of the group, started': byTheirName,
  'approves what noa, outside of it, started': byTheirName,
  'runs again what mia started': byTheirName,
  'runs again what noa started, from failed': byTheirName,
  'runs again a single job of what mia started': byTheirName,
  'runs again what mia started (v3)': byTheirName,
  'retries what mia started (v1.1)': byTheirName,
  'schedules in the own name': {
    owner: 'with',
    'contributor in the group': 'nothing',
    contributor: 'nothing',
    viewer: 'nothing',
    'viewer in the group': 'nothing',
    'project contributor': 'nothing',
    'project admin': 'without',
    'project admin in the group': 'with',
    'organization token': 'without',
    'team token': 'nothing',
    stranger: 'nothing',
  },
  'schedules in the name of the system': ofTheSystem,
  "changes an owner's schedule": {
    owner: 'with',
    'contributor in the group': 'nothing',
    contributor: 'nothing',
    viewer: 'nothing',
    'viewer in the group': 'nothing',
    'project contributor': 'nothing',
    'project admin': 'nothing',
    'project admin in the group': 'nothing',
    'organization token': 'nothing',
    'team token': 'nothing',
    stranger: 'nothing',
  },
  'sends an event with a token': {
    owner: 'without',
    'contributor in the group': 'without',
    contributor: 'without',
    viewer: 'nothing',
    'viewer in the group': 'nothing',
    'project contributor': 'nothing',
    'project admin': 'nothing',
    'project admin in the group': 'nothing',
    'organization token': 'without',
    'team token': 'nothing',
    stranger: 'nothing',
  },
  'sends a signed event of the code host': ofTheOrganization,
  'calls the address of a webhook trigger': ofTheOrganization,
};
