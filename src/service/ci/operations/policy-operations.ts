import { nullable } from '../../http/body-schemas.ts';
import { textParameter } from '../../http/operation-description.ts';
import { bundleMembers } from '../policies/bundle-replacement.ts';
import { decisionSettingsMembers } from '../policies/decision-settings.ts';
import { evaluationMembers } from '../policies/decisions.ts';
import { policyPath } from '../policies/policy-sets.ts';
import {
  arrayOf,
  describeRead,
  describeWrite,
  documentOf,
  kinds,
  oneOfWords,
  type OperationDescriptions,
  wordQuery,
} from '../requests/document-schemas.ts';
import { requestSchema } from '../requests/request-schema.ts';

const { boolean, integer, text, time, uuid } = kinds;

const violation = documentOf({ rule: text, reason: text });
const statuses = ['PASS', 'SOFT_FAIL', 'HARD_FAIL', 'ERROR'] as const;
const decision = documentOf(
  { status: oneOfWords(...statuses) },
  { enabled_rules: kinds.texts, hard_failures: arrayOf(violation), soft_failures: arrayOf(violation), reason: nullable(text) },
);
const vcsMetadata = {
  ...documentOf({}, { branch: text, origin_repository_url: text, release_tag: text, target_repository_url: text }),
  additionalProperties: true,
};
const decisionLog = documentOf({
  id: uuid,
  created_at: time,
  decision,
  metadata: {
    ...documentOf({}, { build_number: integer, project_id: text, ssh_rerun: boolean, vcs: vcsMetadata }),
    additionalProperties: true,
  },
  policies: kinds.textMap,
  time_taken_ms: kinds.number,
});
const policy = documentOf({ content: text, created_at: time, created_by: text, name: text });
const bundle = { type: 'object', additionalProperties: arrayOf(policy) };
const difference = documentOf({}, { created: kinds.texts, deleted: kinds.texts, modified: kinds.texts });
const settings = documentOf({ enabled: boolean });

export const policyOperations: OperationDescriptions = {
  [`GET ${policyPath}/policy-bundle`]: describeRead('Reads the policies of an organization.', bundle),
  [`POST ${policyPath}/policy-bundle`]: describeWrite(
    'Replaces all policies of an organization, or reports what would change.',
    { 200: difference, 201: difference },
    requestSchema(bundleMembers),
    { dry: wordQuery('Whether to report only what would change; a member of the body does the same.', 'true', 'false') },
  ),
  [`GET ${policyPath}/policy-bundle/{policyName}`]: describeRead('Reads a policy.', policy),
  [`GET ${policyPath}/decision`]: describeRead('Lists decisions, newest first.', arrayOf(decisionLog), {
    status: wordQuery('Only decisions with this status.', ...statuses),
    after: { doc: 'Only decisions after this time.', schema: time },
    before: { doc: 'Only decisions before this time.', schema: time },
    branch: textParameter('Only decisions about this branch.'),
    project_id: textParameter('Only decisions about this project.'),
    build_number: { doc: 'Only decisions about this build.', schema: integer },
    offset: { doc: 'How many decisions are skipped.', schema: integer },
  }),
  [`POST ${policyPath}/decision`]: describeWrite(
    'Evaluates the policies on a configuration.',
    { 200: decision },
    requestSchema(evaluationMembers),
  ),
  [`GET ${policyPath}/decision/{decisionID}`]: describeRead('Reads a decision.', decisionLog),
  [`GET ${policyPath}/decision/{decisionID}/policy-bundle`]: describeRead('Reads the policies at the time of a decision.', bundle),
  [`GET ${policyPath}/decision/settings`]: describeRead('Reads whether policies are evaluated.', settings),
  [`PATCH ${policyPath}/decision/settings`]: describeWrite(
    'Changes whether policies are evaluated.',
    { 200: settings },
    requestSchema(decisionSettingsMembers),
  ),
};
