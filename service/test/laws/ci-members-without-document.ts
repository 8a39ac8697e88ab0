/** Members of requests that no document has afterwards, and why. */
export const membersWithoutDocument: { readonly [endpoint: string]: { readonly members: readonly string[]; readonly why: string } } = {
  'POST /context/{context_id}/restrictions': { members: ['project_id'], why: 'the deprecated form of the two others' },
  'POST /webhook': { members: ['signing-secret'], why: 'a secret' },
  'PUT /webhook/{webhook-id}': { members: ['signing-secret'], why: 'a secret' },
  'POST /api/v3/runner/resource': { members: ['org_id'], why: 'must be the organization of the namespace' },
  'POST /api/v3/runner/token': { members: ['org_id'], why: 'must be the organization of the namespace' },
  'POST /organizations/{org_id}/code-host-secret': { members: ['secret'], why: 'refused: it is made by chance' },
  'POST /project/{project-slug}/schedule': { members: ['attribution-actor'], why: 'the document has the actor' },
  'PATCH /schedule/{schedule-id}': { members: ['attribution-actor'], why: 'the document has the actor' },
  'POST /projects/{project_id}/deployments': { members: ['job_number'], why: 'the job of the version: deployments.test.ts' },
  'POST /projects/{project_id}/rollback': {
    members: ['component_name', 'current_version', 'environment_name', 'target_version', 'namespace', 'parameters', 'reason'],
    why: 'an action; values of its pipeline: rollback.test.ts',
  },
  'POST /project/{project-slug}/pipeline': { members: ['tag'], why: 'excludes branch: pipelines.test.ts' },
  'POST /project/{provider}/{organization}/{project}/pipeline/run': {
    members: ['config', 'parameters'],
    why: 'an action: repositories.test.ts',
  },
  'POST /pipeline/continue': { members: ['continuation-key', 'configuration', 'parameters'], why: 'an action: continue.test.ts' },
  'POST /workflow/{id}/rerun': {
    members: ['enable_ssh', 'from_failed', 'jobs', 'sparse_tree'],
    why: 'an action: failures-and-reruns.test.ts',
  },
  'POST /owner/{ownerID}/context/{context}/policy-bundle': { members: ['dry'], why: 'an action: policy-bundle.test.ts' },
  'POST /owner/{ownerID}/context/{context}/decision': { members: ['input', 'metadata'], why: 'an action: decisions.test.ts' },
  'POST /organizations/{org_id}/usage_export_job': { members: ['shared_org_ids'], why: 'columns of the report: report.test.ts' },
};
