import { nullable } from '../../http/body-schemas.ts';
import {
  acknowledgement,
  arrayOf,
  describeRead,
  describeWrite,
  documentOf,
  itemsOf,
  kinds,
  type OperationDescriptions,
  pageOf,
  pageToken,
} from '../requests/document-schemas.ts';
import { requestSchema } from '../requests/request-schema.ts';
import { rerunMembers } from '../workflows/rerun-workflow.ts';
import { workflowSchema } from './pipeline-operations.ts';

const { integer, number, text, time, uuid } = kinds;

const listedJob = documentOf(
  {
    id: uuid,
    job_number: nullable(integer),
    name: text,
    type: text,
    status: text,
    started_at: nullable(time),
    stopped_at: nullable(time),
    dependencies: arrayOf(uuid),
    project_slug: text,
    approval_request_id: nullable(uuid),
    approved_by: nullable(uuid),
    canceled_by: nullable(uuid),
  },
  { requires: { type: 'object', additionalProperties: kinds.texts } },
);
const job = documentOf({
  web_url: text,
  project: documentOf({ id: uuid, slug: text, name: text }, { external_url: text }),
  parallel_runs: arrayOf(documentOf({ index: integer, status: text })),
  started_at: nullable(time),
  latest_workflow: documentOf({ id: uuid, name: text }),
  name: text,
  executor: documentOf({ resource_class: text, type: text }),
  parallelism: integer,
  status: text,
  number: integer,
  pipeline: documentOf({ id: uuid }),
  duration: nullable(integer),
  created_at: time,
  messages: arrayOf(documentOf({ type: text, message: text }, { reason: nullable(text) })),
  contexts: arrayOf(documentOf({ name: text })),
  organization: documentOf({ name: text }),
  queued_at: nullable(time),
  stopped_at: nullable(time),
});
const testResult = documentOf({
  message: nullable(text),
  source: nullable(text),
  run_time: number,
  file: nullable(text),
  result: text,
  name: text,
  classname: text,
});
const artifact = documentOf({ path: text, node_index: integer, url: text });
const step = documentOf({
  name: text,
  status: text,
  started_at: nullable(time),
  stopped_at: nullable(time),
  from: integer,
  to: nullable(integer),
});
const output = documentOf({ index: integer, status: text, steps: arrayOf(step), url: text });

/** Workflows, jobs and what jobs leave behind. */
export const jobOperations: OperationDescriptions = {
  'GET /workflow/{id}': describeRead('Reads a workflow.', workflowSchema),
  'GET /workflow/{id}/job': describeRead('Lists the jobs of a workflow.', pageOf(listedJob), pageToken),
  'POST /workflow/{id}/rerun': describeWrite(
    'Runs a workflow again, or some of its jobs.',
    { 202: documentOf({ workflow_id: uuid }) },
    requestSchema(rerunMembers),
  ),
  'POST /workflow/{id}/cancel': describeWrite('Cancels a workflow.', { 202: acknowledgement }),
  'POST /workflow/{id}/approve/{approval_request_id}': describeWrite('Approves a job that waits for it.', { 202: acknowledgement }),
  'GET /project/{project-slug}/job/{job-number}': describeRead('Reads a job.', job),
  'POST /project/{project-slug}/job/{job-number}/cancel': describeWrite('Cancels a job by its number.', { 202: acknowledgement }),
  'POST /jobs/{job-id}/cancel': describeWrite('Cancels a job by its id.', { 200: acknowledgement }),
  'GET /project/{project-slug}/{job-number}/tests': describeRead('Lists the test results of a job.', pageOf(testResult), pageToken),
  'GET /project/{project-slug}/{job-number}/artifacts': describeRead('Lists the artifacts of a job.', pageOf(artifact), pageToken),
  'GET /output/job/{job-id}': describeRead('Lists the parallel runs of a job with their steps.', itemsOf(output)),
  'GET /output/job/{job-id}/{node-index}': describeRead('Reads the output of a parallel run of a job, as text.', null),
  'GET /output/job/{job-id}/artifacts/{node-index}/{path}': describeRead('Downloads an artifact.', null),
};
