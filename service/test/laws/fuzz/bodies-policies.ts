import { document } from '../../documents.ts';

const many = (type: string) => ({ data: [{ type, id: `<${type}>` }] });
const selectors = { data: [{ 'tag-key': 'berth', 'tag-value': '12', 'is-exclude': false }] };
const related = ['workspaces', 'projects', 'policies', 'workspace-exclusions', 'project-exclusions'];
const relatedBodies = related.flatMap((name) =>
  ['POST', 'PATCH', 'DELETE'].map((method) => [
    `${method} /policy-sets/{policy_set_id}/relationships/${name}`,
    many(name.replace(/^(workspace|project)-exclusions$/, '$1s')),
  ]),
);

/** Valid bodies of policies and policy sets, by row. */
export const policyBodies: { readonly [row: string]: unknown } = {
  'POST /organizations/{organization_name}/policies': document('policies', {
    name: 'dry',
    kind: 'opa',
    query: 'data.hull.deny',
    enforce: [{ path: 'dry.rego', mode: 'advisory' }],
  }),
  'PATCH /policies/{policy_id}': document('policies', { description: 'keeps dry', 'enforcement-level': 'advisory' }),
  'POST /organizations/{organization_name}/policy-sets': document(
    'policy-sets',
    { name: 'rules', global: false, overridable: true, 'policy-update-patterns': ['**/*'], 'tag-selectors': selectors.data },
    { workspaces: many('workspaces'), projects: many('projects'), policies: many('policies') },
  ),
  'PATCH /policy-sets/{policy_set_id}': document('policy-sets', {
    description: 'of the sea',
    'vcs-repo': { identifier: 'a/rules', 'oauth-token-id': '<oauth-tokens>' },
  }),
  ...Object.fromEntries(relatedBodies),
  'POST /organizations/{organization_name}/explorer/bulk-actions': {
    data: { attributes: { action_type: 'change_requests', action_inputs: { subject: 's', message: 'm' }, target_ids: ['<workspaces>'] } },
  },
  'POST /policy-sets/{policy_set_id}/tag-selectors': selectors,
  'DELETE /policy-sets/{policy_set_id}/tag-selectors': selectors,
  'POST /policy-sets/{policy_set_id}/parameters': document('vars', { key: 'limit', value: '3', category: 'policy-set', sensitive: true }),
  'PATCH /policy-sets/{policy_set_id}/parameters/{parameter_id}': document('vars', { value: '4' }),
};
