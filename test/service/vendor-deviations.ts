/**
 * Where answers of the hosted dialect differ from the vendors' documents: one line for each place. What is not listed is a failed test
 * (test/service/answer-faults.ts).
 */
const nullIsTold = 'a member that is empty is null, and told: clients read it without a look';
const deviations = {
  workspaces: {
    'GET /organizations/{}/projects: /data/*/attributes/default-execution-mode must be string': 'null: that of the organization',
    'GET /organizations/{}/projects: /data/*/attributes/default-execution-mode must be equal to one of the allowed values': 'as above',
    'POST /organizations/{}/projects: /data/attributes/default-execution-mode must be string': 'as above',
    'POST /organizations/{}/projects: /data/attributes/default-execution-mode must be equal to one of the allowed values': 'as above',
    'GET /organizations: /data/*/attributes/hcp-id must be string': nullIsTold,
    'GET /organizations: /data/*/attributes/parent-data-retention-policy-info must be string': nullIsTold,
    'GET /organizations/{}: /data/attributes/hcp-id must be string': nullIsTold,
    'GET /organizations/{}: /data/attributes/parent-data-retention-policy-info must be string': nullIsTold,
    'PATCH /organizations/{}: /data/attributes/hcp-id must be string': nullIsTold,
    'PATCH /organizations/{}: /data/attributes/parent-data-retention-policy-info must be string': nullIsTold,
    'POST /organizations: /data/attributes/hcp-id must be string': nullIsTold,
    'POST /organizations: /data/attributes/parent-data-retention-policy-info must be string': nullIsTold,
    'GET /users/{}: /data/attributes/email must be string': 'null for another user than the caller',
    'POST /workspaces/{}/state-versions: /data/attributes/lineage must be string': 'null until an announced state is uploaded',
  },
  ci: {
    'GET /pipeline: /items/*/vcs/commit must be object': nullIsTold,
    'GET /pipeline: /items/*/vcs/review_id must be string': nullIsTold,
    'GET /pipeline: /items/*/vcs/review_url must be string': nullIsTold,
    'GET /pipeline: /items/*/vcs/tag must be string': nullIsTold,
    'GET /pipeline/{}: /vcs/commit must be object': nullIsTold,
    'GET /pipeline/{}: /vcs/review_id must be string': nullIsTold,
    'GET /pipeline/{}: /vcs/review_url must be string': nullIsTold,
    'GET /pipeline/{}: /vcs/tag must be string': nullIsTold,
    'GET /org/{}/oidc-custom-claims: /project_id must be string': nullIsTold,
    'GET /pipeline/{}/workflow: /items/*/canceled_by must be string': nullIsTold,
    'GET /pipeline/{}/workflow: /items/*/errored_by must be string': nullIsTold,
    'GET /workflow/{}/job: /items/*/approval_request_id must be string': nullIsTold,
    'GET /workflow/{}/job: /items/*/approved_by must be string': nullIsTold,
    'GET /workflow/{}/job: /items/*/canceled_by must be string': nullIsTold,
    'GET /workflow/{}/job: /items/*/job_number must be integer': nullIsTold,
    'GET /workflow/{}/job: /items/*/started_at must be string': nullIsTold,
    'GET /workflow/{}: /canceled_by must be string': nullIsTold,
    'GET /workflow/{}: /errored_by must be string': nullIsTold,
    'GET /insights/{}/flaky-tests: /flaky-tests/*/time-wasted must be integer': 'seconds with a fraction',
    'GET /context/{}/restrictions: /items/*/name must be string': nullIsTold,
    'GET /context/{}/restrictions: /items/*/project_id must be string': nullIsTold,
    'GET /context/{}/restrictions: /items/*/restriction_type must be equal to one of the allowed values': 'newer than the document',
    'POST /context/{}/restrictions:  must NOT have additional properties': 'context_id is told, as the specification has it',
    'POST /context/{}/restrictions: /project_id must be string': nullIsTold,
    'POST /context/{}/restrictions: /restriction_type must be equal to one of the allowed values': 'newer than the document',
    'POST /project/{}/checkout-key: /type must be equal to one of the allowed values': 'github-user-key, as the service answers',
    'GET /owner/{}/context/{}/decision: /*/policies/alpha must NOT have fewer than 128 characters': 'hashes of policies are shorter here',
    'GET /owner/{}/context/{}/decision: /*/policies/b must NOT have fewer than 128 characters': 'hashes of policies are shorter here',
  },
} as const;

export const vendorDeviations: { readonly [service in 'workspaces' | 'ci']: ReadonlySet<string> } = {
  workspaces: new Set(Object.keys(deviations.workspaces)),
  ci: new Set(Object.keys(deviations.ci)),
};
