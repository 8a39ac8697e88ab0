import {
  arrayValue,
  enumValue,
  integerValue,
  mapValue,
  nullable,
  objectValue,
  stringValue,
  timeValue,
  uuidValue,
} from '../../http/body-schemas.ts';
import { textParameter } from '../../http/operation-description.ts';
import { continuationMembers, newPipelineMembers, pipelineRunMembers } from '../pipelines/trigger-pipeline.ts';
import {
  acknowledgement,
  describeRead,
  describeWrite,
  type OperationDescriptions,
  pageOf,
  pageToken,
  wordQuery,
  spelledValue,
} from '../requests/describe-operation.ts';
import { requestSchema } from '../requests/request-schema.ts';

const state = enumValue('pending', 'created', 'errored', 'setup-pending', 'setup');
const pipeline = objectValue({
  id: uuidValue,
  errors: arrayValue(objectValue({ type: stringValue, message: stringValue })),
  project_slug: stringValue,
  updated_at: timeValue,
  number: integerValue,
  trigger_parameters: mapValue(stringValue),
  state,
  created_at: timeValue,
  trigger: objectValue({
    type: stringValue,
    received_at: timeValue,
    actor: objectValue({ login: stringValue, avatar_url: nullable(stringValue) }),
  }),
  vcs: objectValue(
    {
      provider_name: stringValue,
      branch: nullable(stringValue),
      tag: nullable(stringValue),
      review_id: nullable(stringValue),
      revision: nullable(stringValue),
      commit: nullable(objectValue({ subject: stringValue, body: stringValue })),
    },
    { origin_repository_url: stringValue, target_repository_url: stringValue, review_url: nullable(stringValue) },
  ),
});
/** A pipeline in the response to the request that starts it. */
const pipelineSummary = objectValue({ id: uuidValue, state, number: integerValue, created_at: timeValue });
export const workflowSchema = objectValue({
  pipeline_id: uuidValue,
  id: uuidValue,
  name: stringValue,
  project_slug: stringValue,
  status: stringValue,
  started_by: uuidValue,
  canceled_by: nullable(uuidValue),
  errored_by: nullable(uuidValue),
  tag: nullable(stringValue),
  pipeline_number: integerValue,
  auto_rerun_number: integerValue,
  max_auto_reruns: integerValue,
  created_at: timeValue,
  stopped_at: nullable(timeValue),
});

const branchQuery = { branch: textParameter('Only pipelines of this branch.') };

export const pipelineOperations: OperationDescriptions = {
  'POST /project/{project-slug}/pipeline': describeWrite(
    'Starts a pipeline of a project of a code host. Superseded by the operation that starts one by its definition.',
    { 201: pipelineSummary },
    requestSchema(newPipelineMembers),
  ),
  'POST /project/{provider}/{organization}/{project}/pipeline/run': describeWrite(
    'Starts a pipeline by its definition.',
    { 200: acknowledgement, 201: pipelineSummary },
    requestSchema(pipelineRunMembers({ dialect: 'hosted' })),
  ),
  'POST /pipeline/continue': describeWrite(
    'Continues a pipeline after its setup.',
    { 200: acknowledgement },
    requestSchema(continuationMembers),
  ),
  'GET /pipeline': describeRead('Lists the pipelines of an organization, newest first.', pageOf(pipeline), {
    'org-slug': textParameter('The slug of the organization. Without it: all organizations of the caller.'),
    mine: wordQuery('Whether only pipelines that the caller started are listed.', 'true', 'false'),
    ...pageToken,
  }),
  'GET /pipeline/{pipeline-id}': describeRead('Reads a pipeline.', pipeline),
  'GET /pipeline/{pipeline-id}/config': describeRead(
    'Reads the configuration of a pipeline, as it was written and as it was compiled.',
    spelledValue({ source: stringValue, compiled: stringValue, 'setup-config': stringValue, 'compiled-setup-config': stringValue }),
  ),
  'GET /pipeline/{pipeline-id}/values': describeRead('Reads the values of a pipeline.', mapValue(stringValue)),
  'GET /pipeline/{pipeline-id}/workflow': describeRead('Lists the workflows of a pipeline.', pageOf(workflowSchema), pageToken),
  'POST /pipeline/{pipeline-id}/cancel': describeWrite('Cancels a pipeline with its workflows.', { 202: acknowledgement }),
  'GET /project/{project-slug}/pipeline': describeRead('Lists the pipelines of a project, newest first.', pageOf(pipeline), {
    ...branchQuery,
    ...pageToken,
  }),
  'GET /project/{project-slug}/pipeline/mine': describeRead(
    'Lists the pipelines of a project that the caller started.',
    pageOf(pipeline),
    pageToken,
  ),
  'GET /project/{project-slug}/pipeline/{pipeline-number}': describeRead('Reads a pipeline by its number.', pipeline),
};
