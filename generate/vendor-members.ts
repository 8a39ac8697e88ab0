/**
 * Attributes and relationships of resources in the vendor's document of the workspace service, of the types that an operation served here
 * shows, and how many of them the document of this service has. A test counts where the vendor's document is there.
 */
export const vendorMembers = {
  types: 63,
  attributes: { total: 617, described: 538 },
  relationships: { total: 164, described: 154 },
} as const;

/** What is left out of these types: how many members, and why. */
export const missingVendorMembers: readonly (readonly [type: string, members: number, reason: string])[] = [
  ['feature-sets', 20, 'Features of plans that this service does not distinguish.'],
  ['subscriptions', 18, 'The contract of a plan and its limits: nothing is billed.'],
  [
    'data-retention-policy-delete-olders',
    10,
    'The document writes them in camel case. Clients use `delete-older-than-n-days`, which is served.',
  ],
  ['data-retention-policy-dont-deletes', 10, 'Those of the other policy: this one deletes nothing.'],
  ['test-run-cleanups', 10, 'Tests of modules are not run, so nothing is cleaned up.'],
  ['integrations', 6, 'There are no ready-made integrations of run tasks; the list is empty.'],
  ['state-versions', 4, '`force`, `state`, `json-state` and `json-state-outputs` are sent with a state and never shown.'],
  ['vars', 3, 'The variable set that overwrites a variable is shown by `/workspaces/{id}/all-vars`, not by relationships.'],
  ['varsets', 2, 'In its list of the variable sets that could be applied to a workspace, the document has attributes of a workspace.'],
  ['authorized-repos', 1, 'Repositories have no `oauth-token` of their own.'],
  ['oauth-clients', 1, '`secret` is sent and never shown.'],
  ['oauth-tokens', 1, '`ssh-key` is sent and never shown.'],
  ['plans', 1, 'Nothing is encrypted by keys of a cloud.'],
  ['runs', 1, '`comment` is sent with an action; comments are resources of their own.'],
  ['ssh-keys', 1, '`value` is sent and never shown.'],
];

const { types, attributes, relationships } = vendorMembers;

/** Of docs/coverage.md. */
export const vendorMembersSection: readonly string[] = [
  `Of the ${types} types of resources that these operations show, the vendor's document has ${attributes.total} attributes and ` +
    `${relationships.total} relationships. The document of the embedded service, in the hosted dialect, has ${attributes.described} and ` +
    `${relationships.described} of them. The others:`,
  '',
  '| Type | Members | Why they are left out |',
  '|---|---|---|',
  ...missingVendorMembers.map(([type, count, reason]) => `| ${type} | ${count} | ${reason} |`),
  '',
];
