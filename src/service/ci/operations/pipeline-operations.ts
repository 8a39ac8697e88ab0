import { nullable } from '../../http/body-schemas.ts';
import { textParameter } from '../../http/operation-description.ts';
import { continuationMembers, newPipelineMembers, pipelineRunMembers } from '../pipelines/trigger-pipeline.ts';
import {
  acknowledgement,
  arrayOf,
  describeRead,
  describeWrite,
  documentOf,
  kinds,
  oneOfWords,
  type OperationDescriptions,
  pageOf,
  pageToken,
  wordQuery,
} from '../requests/document-schemas.ts';
import { requestSchema } from '../requests/request-schema.ts';

const { integer, text, time, uuid } = kinds;

const state = oneOfWords('pending', 'created', 'errored', 'setup-pending', 'setup');
const pipeline = documentOf({
  id: uuid,
  errors: arrayOf(documentOf({ type: text, message: text })),
  project_slug: text,
  updated_at: time,
  number: integer,
  trigger_parameters: kinds.textMap,
  state,
  created_at: time,
  trigger: documentOf({ type: text, received_at: time, actor: documentOf({ login: text, avatar_url: nullable(text) }) }),
  vcs: documentOf(
    {
      provider_name: text,
      branch: nullable(text),
      tag: nullable(text),
      review_id: nullable(text),
      revision: nullable(text),
      commit: nullable(documentOf({ subject: text, body: text })),
    },
    { origin_repository_url: text, target_repository_url: text, review_url: nullable(text) },
  ),
});
/** A pipeline in the response to the request that starts it. */
const pipelineSummary = documentOf({ id: uuid, state, number: integer, created_at: time });
export const workflowSchema = documentOf({
  pipeline_id: uuid,
  id: uuid,
  name: text,
  project_slug: text,
  status: text,
  started_by: uuid,
  canceled_by: nullable(uuid),
  errored_by: nullable(uuid),
  tag: nullable(text),
  pipeline_number: integer,
  auto_rerun_number: integer,
  max_auto_reruns: integer,
  created_at: time,
  stopped_at: nullable(time),
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
    documentOf({ source: text, compiled: text, 'setup-config': text, 'compiled-setup-config': text }),
  ),
  'GET /pipeline/{pipeline-id}/values': describeRead('Reads the values of a pipeline.', kinds.textMap),
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
