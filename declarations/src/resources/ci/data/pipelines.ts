import {
  bool,
  computed,
  exactlyOneOf,
  int,
  listDataSource,
  lookupDataSource,
  mapOf,
  optional,
  query,
  required,
  string,
  uuid,
  when,
  wholeDocument,
} from '../../../declare/index.ts';
import { organizationSlugKind, projectSlugKind } from '../kinds.ts';
import * as shown from '../response-attributes.ts';
import { branchFilter, byProjectSlug } from './filters.ts';

const ofPipeline = { pipeline_id: required(uuid, 'The ID of the pipeline.') };
const number = required(int, 'The number of the job.');

export const ciPipelines = listDataSource('ci_pipelines', {
  service: 'ci',
  doc: 'The latest pipelines of an organization, or of all projects that are followed: at most 250.',
  requests: ['GET /pipeline'],
  items: 'pipelines',
  of: shown.pipelineAttributes,
  filters: {
    organization_slug: optional(organizationSlugKind, 'Only those of this organization.', { at: query('org-slug') }),
    mine: optional(bool, 'Only those of the user of the token.', { at: query('mine') }),
  },
});
export const ciProjectPipelines = listDataSource('ci_project_pipelines', {
  service: 'ci',
  doc: 'The pipelines of a project.',
  requests: ['GET /project/{project_slug}/pipeline'],
  items: 'pipelines',
  of: shown.pipelineAttributes,
  filters: {
    ...byProjectSlug,
    branch: optional(string, 'Only those of this branch.', branchFilter.branch.at ? { at: branchFilter.branch.at } : {}),
  },
});
export const ciMyProjectPipelines = listDataSource('ci_my_project_pipelines', {
  service: 'ci',
  doc: 'The pipelines of a project that the user of the token has started.',
  requests: ['GET /project/{project_slug}/pipeline/mine'],
  items: 'pipelines',
  of: shown.pipelineAttributes,
  filters: byProjectSlug,
});
export const ciPipeline = lookupDataSource('ci_pipeline', {
  service: 'ci',
  doc: 'One pipeline, by its ID or by its number in a project.',
  requests: ['GET /pipeline/{id}', 'GET /project/{project_slug}/pipeline/{number}'],
  by: {
    id: optional(uuid, 'The ID of the pipeline.'),
    project_slug: optional(projectSlugKind, 'Its project.'),
    number: optional(int, 'Its number in the project.'),
  },
  of: shown.pipelineAttributes,
  constraints: [exactlyOneOf('id', 'number'), when('number').needs('project_slug')],
});
export const ciPipelineConfig = lookupDataSource('ci_pipeline_config', {
  service: 'ci',
  doc: 'The configuration of a pipeline.',
  requests: ['GET /pipeline/{pipeline_id}/config'],
  by: ofPipeline,
  of: {
    source: computed(string, 'As it was written.'),
    compiled: computed(string, 'As it is run.'),
    setup_config: computed(string, 'That of its setup, as it was written.'),
    compiled_setup_config: computed(string, 'That of its setup, as it was run.'),
  },
});
export const ciPipelineValues = lookupDataSource('ci_pipeline_values', {
  service: 'ci',
  doc: 'The values of a pipeline.',
  requests: ['GET /pipeline/{pipeline_id}/values'],
  by: ofPipeline,
  of: { values: computed(mapOf(string), 'By name, such as `pipeline.git.branch`.', { at: wholeDocument }) },
});
export const ciWorkflows = listDataSource('ci_workflows', {
  service: 'ci',
  doc: 'The workflows of a pipeline.',
  requests: ['GET /pipeline/{pipeline_id}/workflow'],
  items: 'workflows',
  of: shown.workflowAttributes,
  filters: ofPipeline,
});
const { id: _, ...workflow } = shown.workflowAttributes;
export const ciWorkflow = lookupDataSource('ci_workflow', {
  service: 'ci',
  doc: 'One workflow.',
  requests: ['GET /workflow/{id}'],
  by: { id: required(uuid, 'The ID of the workflow.') },
  of: workflow,
});
export const ciWorkflowJobs = listDataSource('ci_workflow_jobs', {
  service: 'ci',
  doc: 'The jobs of a workflow.',
  requests: ['GET /workflow/{workflow_id}/job'],
  items: 'jobs',
  of: shown.workflowJobAttributes,
  filters: { workflow_id: required(uuid, 'The ID of the workflow.') },
});
export const ciJob = lookupDataSource('ci_job', {
  service: 'ci',
  doc: 'One job, by its number in a project.',
  requests: ['GET /project/{project_slug}/job/{number}'],
  by: { ...byProjectSlug, number },
  of: shown.jobAttributes,
});
export const ciArtifacts = listDataSource('ci_artifacts', {
  service: 'ci',
  doc: 'The artifacts of a job.',
  requests: ['GET /project/{project_slug}/{job_number}/artifacts'],
  items: 'artifacts',
  of: shown.artifactAttributes,
  filters: { ...byProjectSlug, job_number: number },
});
export const ciTests = listDataSource('ci_tests', {
  service: 'ci',
  doc: 'The test results of a job; none where they are more than 250 MB.',
  requests: ['GET /project/{project_slug}/{job_number}/tests'],
  items: 'tests',
  of: shown.testResultAttributes,
  filters: { ...byProjectSlug, job_number: number },
});
