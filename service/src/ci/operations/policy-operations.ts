import {
  arrayValue,
  booleanValue,
  enumValue,
  integerValue,
  mapValue,
  nullable,
  numberValue,
  objectValue,
  stringArray,
  stringValue,
  timeValue,
  uuidValue,
} from '../../http/body-schemas.ts';
import { textParameter } from '../../http/operation-description.ts';
import { bundleMembers } from '../policies/bundle-replacement.ts';
import { decisionSettingsMembers } from '../policies/decision-settings.ts';
import { evaluationMembers } from '../policies/decisions.ts';
import { policyPath } from '../policies/policy-sets.ts';
import { describeRead, describeWrite, type OperationDescriptions, wordQuery } from '../requests/describe-operation.ts';
import { requestSchema } from '../requests/request-schema.ts';

const violation = objectValue({ rule: stringValue, reason: stringValue });
const statuses = ['PASS', 'SOFT_FAIL', 'HARD_FAIL', 'ERROR'] as const;
const decision = objectValue(
  { status: enumValue(...statuses) },
  { enabled_rules: stringArray, hard_failures: arrayValue(violation), soft_failures: arrayValue(violation), reason: nullable(stringValue) },
);
const vcsMetadata = {
  ...objectValue(
    {},
    { branch: stringValue, origin_repository_url: stringValue, release_tag: stringValue, target_repository_url: stringValue },
  ),
  additionalProperties: true,
};
const decisionLog = objectValue({
  id: uuidValue,
  created_at: timeValue,
  decision,
  metadata: {
    ...objectValue({}, { build_number: integerValue, project_id: stringValue, ssh_rerun: booleanValue, vcs: vcsMetadata }),
    additionalProperties: true,
  },
  policies: mapValue(stringValue),
  time_taken_ms: numberValue,
});
const policy = objectValue({ content: stringValue, created_at: timeValue, created_by: stringValue, name: stringValue });
const bundle = { type: 'object', additionalProperties: arrayValue(policy) };
const difference = objectValue({}, { created: stringArray, deleted: stringArray, modified: stringArray });
const settings = objectValue({ enabled: booleanValue });

export const policyOperations: OperationDescriptions = {
  [`GET ${policyPath}/policy-bundle`]: describeRead('Reads the policies of an organization.', bundle),
  [`POST ${policyPath}/policy-bundle`]: describeWrite(
    'Replaces all policies of an organization, or reports what would change.',
    { 200: difference, 201: difference },
    requestSchema(bundleMembers),
    { dry: wordQuery('Whether to report only what would change; a member of the body does the same.', 'true', 'false') },
  ),
  [`GET ${policyPath}/policy-bundle/{policyName}`]: describeRead('Reads a policy.', policy),
  [`GET ${policyPath}/decision`]: describeRead('Lists decisions, newest first.', arrayValue(decisionLog), {
    status: wordQuery('Only decisions with this status.', ...statuses),
    after: { doc: 'Only decisions after this time.', schema: timeValue },
    before: { doc: 'Only decisions before this time.', schema: timeValue },
    branch: textParameter('Only decisions about this branch.'),
    project_id: textParameter('Only decisions about this project.'),
    build_number: { doc: 'Only decisions about this build.', schema: integerValue },
    offset: { doc: 'How many decisions are skipped.', schema: integerValue },
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
