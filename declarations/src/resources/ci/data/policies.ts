import {
  bool,
  computed,
  int,
  intBetween,
  listDataSource,
  flattenedLists,
  lookupDataSource,
  object,
  oneOf,
  optional,
  query,
  renamed,
  required,
  string,
  time,
  uuid,
} from '../../../declare/index.ts';
import * as shown from '../response-attributes.ts';
import { byPolicyOwner } from './filters.ts';

const decisionId = { decision_id: required(uuid, 'The ID of the decision.') };
const filter = (name: string) => ({ at: query(name) });
const { id: _, ...decision } = shown.decisionAttributes;

export const ciPolicyDecisions = listDataSource('ci_policy_decisions', {
  service: 'ci',
  doc: 'What the policies of an organization decided.',
  requests: ['GET /owner/{organization_id}/context/{context}/decision'],
  items: 'decisions',
  of: shown.decisionAttributes,
  filters: {
    ...byPolicyOwner,
    status: optional(oneOf('PASS', 'SOFT_FAIL', 'HARD_FAIL', 'ERROR'), 'Only those that ended so.', filter('status')),
    after: optional(time, 'Only those after this moment.', filter('after')),
    before: optional(time, 'Only those before this moment.', filter('before')),
    branch: optional(string, 'Only those of this branch.', filter('branch')),
    project_id: optional(uuid, 'Only those of this project.', filter('project_id')),
    pipeline_number: optional(int, 'Only those of the pipeline of this number.', {
      ...filter('build_number'),
      renamedFrom: renamed('build_number'),
    }),
    offset: optional(intBetween(0, 1_000_000_000), 'How many are left out at the beginning.', { default: 0, ...filter('offset') }),
  },
});
export const ciPolicyDecision = lookupDataSource('ci_policy_decision', {
  service: 'ci',
  doc: 'One decision.',
  requests: ['GET /owner/{organization_id}/context/{context}/decision/{decision_id}'],
  by: { ...byPolicyOwner, ...decisionId },
  of: decision,
});
const vcs = object({
  branch: optional(string, 'The branch.'),
  origin_repository_url: optional(string, 'Where it comes from.'),
  target_repository_url: optional(string, 'Where it goes to.'),
  release_tag: optional(string, 'The tag.'),
});
const metadata = object({
  project_id: optional(uuid, 'The project.'),
  pipeline_number: optional(int, 'The number of the pipeline.', { at: 'build_number' }),
  ssh_rerun: optional(bool, 'Whether somebody logs in.'),
  vcs: optional(vcs, 'What it runs on.'),
});
export const ciPolicyEvaluation = lookupDataSource('ci_policy_evaluation', {
  service: 'ci',
  doc: 'What the policies of an organization decide about a configuration.',
  requests: ['POST /owner/{organization_id}/context/{context}/decision'],
  by: {
    organization_id: required(uuid, 'The organization, by its ID.'),
    context: byPolicyOwner.context,
    input: required(string, 'The configuration of a pipeline, in YAML.'),
    metadata: optional(metadata, 'What the policies find in `data.meta`.'),
  },
  of: shown.verdictAttributes,
  notes: [
    'Use it in a `check` block, or in a `precondition` of what depends on the decision.',
    'The service records each read as a decision in its log.',
  ],
});
export const ciPolicySettingsLookup = lookupDataSource('ci_policy_settings', {
  service: 'ci',
  doc: 'Whether the policies of an organization decide.',
  requests: ['GET /owner/{organization_id}/context/{context}/decision/settings'],
  by: byPolicyOwner,
  of: { enabled: computed(bool, 'Whether they do.') },
});
const policies = { policies: computed(shown.policyBundleKind, 'Every policy, with its text.', { at: flattenedLists }) };
export const ciPolicyDecisionBundle = lookupDataSource('ci_policy_decision_bundle', {
  service: 'ci',
  doc: 'The policies that a decision was made by.',
  requests: ['GET /owner/{organization_id}/context/{context}/decision/{decision_id}/policy-bundle'],
  by: { ...byPolicyOwner, ...decisionId },
  of: policies,
});
export const ciPolicyBundleLookup = lookupDataSource('ci_policy_bundle', {
  service: 'ci',
  doc: 'The policies of an organization.',
  requests: ['GET /owner/{organization_id}/context/{context}/policy-bundle'],
  by: byPolicyOwner,
  of: policies,
});
const { name: __, ...policy } = shown.policyAttributes;
export const ciPolicy = lookupDataSource('ci_policy', {
  service: 'ci',
  doc: 'One policy, by the name that its rule gives it.',
  requests: ['GET /owner/{organization_id}/context/{context}/policy-bundle/{name}'],
  by: { ...byPolicyOwner, name: required(string, 'The name of the policy.') },
  of: policy,
});
