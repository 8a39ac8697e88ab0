import type { Endpoint } from '@slipway/declarations/declare';

/**
 * Every operation of spec 2: its name at the client, and the request line. Methods and paths that are missing from the specification are
 * taken from the public references (gaps, section 1).
 */
export const ciEndpoints = {
  'contexts.create': 'POST /context',
  'contexts.list': 'GET /context',
  'contexts.read': 'GET /context/{context_id}',
  'contexts.delete': 'DELETE /context/{context_id}',
  'contexts.listVariables': 'GET /context/{context_id}/environment-variable',
  'contexts.putVariable': 'PUT /context/{context_id}/environment-variable/{name}',
  'contexts.deleteVariable': 'DELETE /context/{context_id}/environment-variable/{name}',
  'contexts.listRestrictions': 'GET /context/{context_id}/restrictions',
  'contexts.createRestriction': 'POST /context/{context_id}/restrictions',
  'contexts.deleteRestriction': 'DELETE /context/{context_id}/restrictions/{restriction_id}',

  'insights.projectSummary': 'GET /insights/pages/{project_slug}/summary',
  'insights.jobTimeSeries': 'GET /insights/time-series/{project_slug}/workflows/{workflow_name}/jobs',
  'insights.organizationSummary': 'GET /insights/{organization_slug}/summary',
  'insights.branches': 'GET /insights/{project_slug}/branches',
  'insights.flakyTests': 'GET /insights/{project_slug}/flaky-tests',
  'insights.workflows': 'GET /insights/{project_slug}/workflows',
  'insights.workflowRuns': 'GET /insights/{project_slug}/workflows/{workflow_name}',
  'insights.workflowJobs': 'GET /insights/{project_slug}/workflows/{workflow_name}/jobs',
  'insights.workflowSummary': 'GET /insights/{project_slug}/workflows/{workflow_name}/summary',
  'insights.testMetrics': 'GET /insights/{project_slug}/workflows/{workflow_name}/test-metrics',

  'users.me': 'GET /me',
  'users.collaborations': 'GET /me/collaborations',
  'users.read': 'GET /user/{user_id}',

  'pipelines.list': 'GET /pipeline',
  'pipelines.continue': 'POST /pipeline/continue',
  'pipelines.read': 'GET /pipeline/{pipeline_id}',
  'pipelines.config': 'GET /pipeline/{pipeline_id}/config',
  'pipelines.values': 'GET /pipeline/{pipeline_id}/values',
  'pipelines.listWorkflows': 'GET /pipeline/{pipeline_id}/workflow',
  'pipelines.cancel': 'POST /pipeline/{pipeline_id}/cancel',
  'pipelines.listOfProject': 'GET /project/{project_slug}/pipeline',
  'pipelines.listMineOfProject': 'GET /project/{project_slug}/pipeline/mine',
  'pipelines.readByNumber': 'GET /project/{project_slug}/pipeline/{pipeline_number}',
  'pipelines.trigger': 'POST /project/{project_slug}/pipeline',
  'pipelines.run': 'POST /project/{project_slug}/pipeline/run',

  'workflows.read': 'GET /workflow/{workflow_id}',
  'workflows.listJobs': 'GET /workflow/{workflow_id}/job',
  'workflows.rerun': 'POST /workflow/{workflow_id}/rerun',
  'workflows.cancel': 'POST /workflow/{workflow_id}/cancel',
  'workflows.approve': 'POST /workflow/{workflow_id}/approve/{approval_request_id}',

  'jobs.read': 'GET /project/{project_slug}/job/{job_number}',
  'jobs.cancel': 'POST /jobs/{job_id}/cancel',
  'jobs.cancelByNumber': 'POST /project/{project_slug}/job/{job_number}/cancel',
  'jobs.listArtifacts': 'GET /project/{project_slug}/{job_number}/artifacts',
  'jobs.listTests': 'GET /project/{project_slug}/{job_number}/tests',

  'policies.evaluate': 'POST /owner/{owner_id}/context/{context}/decision',
  'policies.listDecisions': 'GET /owner/{owner_id}/context/{context}/decision',
  'policies.readSettings': 'GET /owner/{owner_id}/context/{context}/decision/settings',
  'policies.updateSettings': 'PATCH /owner/{owner_id}/context/{context}/decision/settings',
  'policies.readDecision': 'GET /owner/{owner_id}/context/{context}/decision/{decision_id}',
  'policies.readDecisionBundle': 'GET /owner/{owner_id}/context/{context}/decision/{decision_id}/policy-bundle',
  'policies.readBundle': 'GET /owner/{owner_id}/context/{context}/policy-bundle',
  'policies.replaceBundle': 'POST /owner/{owner_id}/context/{context}/policy-bundle',
  'policies.read': 'GET /owner/{owner_id}/context/{context}/policy-bundle/{policy_name}',

  'deployments.listEnvironments': 'GET /deploy/environments',
  'deployments.readEnvironment': 'GET /deploy/environments/{environment_id}',
  'deployments.listComponents': 'GET /deploy/components',
  'deployments.readComponent': 'GET /deploy/components/{component_id}',
  'deployments.listVersions': 'GET /deploy/components/{component_id}/versions',
  'deployments.rollBack': 'POST /projects/{project_id}/rollback',

  'definitions.list': 'GET /projects/{project_id}/pipeline-definitions',
  'definitions.create': 'POST /projects/{project_id}/pipeline-definitions',
  'definitions.read': 'GET /projects/{project_id}/pipeline-definitions/{definition_id}',
  'definitions.update': 'PATCH /projects/{project_id}/pipeline-definitions/{definition_id}',
  'definitions.delete': 'DELETE /projects/{project_id}/pipeline-definitions/{definition_id}',
  'triggers.list': 'GET /projects/{project_id}/pipeline-definitions/{definition_id}/triggers',
  'triggers.create': 'POST /projects/{project_id}/pipeline-definitions/{definition_id}/triggers',
  'triggers.read': 'GET /projects/{project_id}/triggers/{trigger_id}',
  'triggers.update': 'PATCH /projects/{project_id}/triggers/{trigger_id}',
  'triggers.delete': 'DELETE /projects/{project_id}/triggers/{trigger_id}',

  'projects.create': 'POST /organization/{organization}/project',
  'projects.createAtProvider': 'POST /project/{project_slug}',
  'projects.read': 'GET /project/{project_slug}',
  'projects.delete': 'DELETE /project/{project_slug}',
  'projects.listKeys': 'GET /project/{project_slug}/checkout-key',
  'projects.createKey': 'POST /project/{project_slug}/checkout-key',
  'projects.readKey': 'GET /project/{project_slug}/checkout-key/{fingerprint}',
  'projects.deleteKey': 'DELETE /project/{project_slug}/checkout-key/{fingerprint}',
  'projects.listVariables': 'GET /project/{project_slug}/envvar',
  'projects.putVariable': 'POST /project/{project_slug}/envvar',
  'projects.readVariable': 'GET /project/{project_slug}/envvar/{name}',
  'projects.deleteVariable': 'DELETE /project/{project_slug}/envvar/{name}',
  'projects.readSettings': 'GET /project/{project_slug}/settings',
  'projects.updateSettings': 'PATCH /project/{project_slug}/settings',

  'usage.createExport': 'POST /organizations/{organization_id}/usage_export_job',
  'usage.readExport': 'GET /organizations/{organization_id}/usage_export_job/{export_id}',
} as const satisfies { readonly [name: string]: Endpoint };

export type CiOperation = keyof typeof ciEndpoints;

/** Idempotent operations, though they are a POST: they may be sent again after a lost response. */
export const repeatableOperations: ReadonlySet<CiOperation> = new Set<CiOperation>([
  'pipelines.cancel',
  'workflows.cancel',
  'jobs.cancel',
  'jobs.cancelByNumber',
  'policies.replaceBundle',
  'projects.putVariable',
]);
