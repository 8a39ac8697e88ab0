import { computed, listOf, mapOf, renamedAttributes, required, resource, string } from '../../declare/index.ts';
import { nonEmptyString, policyOwner } from './kinds.ts';

const names = listOf(string);

/** `put`, `read` and `delete` are hand-written: the request is a map of texts, the response one of lists of documents. */
export const ciPolicyBundle = resource('ci_policy_bundle', {
  service: 'ci',
  doc: 'All policies of an organization, replaced whole.',
  type: 'policy-bundle',
  key: ['organization_id', 'context'],
  imports: ['{organization_id}/{context}'],
  notListed: 'There is one for each context of an organization, and an import names it by both.',
  upgrades: [renamedAttributes],
  endpoints: {
    create: 'POST /owner/{organization_id}/context/{context}/policy-bundle',
    update: 'POST /owner/{organization_id}/context/{context}/policy-bundle',
    read: 'GET /owner/{organization_id}/context/{context}/policy-bundle',
    delete: 'POST /owner/{organization_id}/context/{context}/policy-bundle',
  },
  attributes: {
    ...policyOwner,
    policies: required(mapOf(string, { key: nonEmptyString }), 'The policies, in Rego, by name. Those that are not here are deleted.'),
    created: computed(names, 'Policies that the last change created. The plan computes it with a dry run at the service.', {
      changesWith: ['policies'],
    }),
    modified: computed(names, 'Policies that the last change replaced.', { changesWith: ['policies'] }),
    deleted: computed(names, 'Policies that the last change deleted.', { changesWith: ['policies'] }),
  },
  notes: [
    'A policy that does not compile is refused by the plan already, with file and line, and nothing is replaced.',
    'Destroying it replaces the bundle by an empty one.',
  ],
});
