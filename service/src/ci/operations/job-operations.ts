import {
  arrayValue,
  fileContent,
  integerValue,
  nullable,
  numberValue,
  objectValue,
  plainText,
  stringArray,
  stringValue,
  timeValue,
  uuidValue,
} from '../../http/body-schemas.ts';
import {
  acknowledgement,
  describeRead,
  describeWrite,
  itemsOf,
  type OperationDescriptions,
  pageOf,
  pageToken,
} from '../requests/describe-operation.ts';
import { requestSchema } from '../requests/request-schema.ts';
import { rerunMembers } from '../workflows/rerun-workflow.ts';
import { workflowSchema } from './pipeline-operations.ts';

const listedJob = objectValue(
  {
    id: uuidValue,
    job_number: nullable(integerValue),
    name: stringValue,
    type: stringValue,
    status: stringValue,
    started_at: nullable(timeValue),
    stopped_at: nullable(timeValue),
    dependencies: arrayValue(uuidValue),
    project_slug: stringValue,
    approval_request_id: nullable(uuidValue),
    approved_by: nullable(uuidValue),
    canceled_by: nullable(uuidValue),
  },
  { requires: { type: 'object', additionalProperties: stringArray } },
);
const job = objectValue({
  web_url: stringValue,
  project: objectValue({ id: uuidValue, slug: stringValue, name: stringValue }, { external_url: stringValue }),
  parallel_runs: arrayValue(objectValue({ index: integerValue, status: stringValue })),
  started_at: nullable(timeValue),
  latest_workflow: objectValue({ id: uuidValue, name: stringValue }),
  name: stringValue,
  executor: objectValue({ resource_class: stringValue, type: stringValue }),
  parallelism: integerValue,
  status: stringValue,
  number: integerValue,
  pipeline: objectValue({ id: uuidValue }),
  duration: nullable(integerValue),
  created_at: timeValue,
  messages: arrayValue(objectValue({ type: stringValue, message: stringValue }, { reason: nullable(stringValue) })),
  contexts: arrayValue(objectValue({ name: stringValue })),
  organization: objectValue({ name: stringValue }),
  queued_at: nullable(timeValue),
  stopped_at: nullable(timeValue),
});
export const testResult = objectValue({
  message: nullable(stringValue),
  source: nullable(stringValue),
  run_time: numberValue,
  file: nullable(stringValue),
  result: stringValue,
  name: stringValue,
  classname: stringValue,
});
const artifact = objectValue({ path: stringValue, node_index: integerValue, url: stringValue });
const step = objectValue({
  name: stringValue,
  status: stringValue,
  started_at: nullable(timeValue),
  stopped_at: nullable(timeValue),
  from: integerValue,
  to: nullable(integerValue),
});
const output = objectValue({ index: integerValue, status: stringValue, steps: arrayValue(step), url: stringValue });

/** Workflows, jobs and what jobs leave behind. */
export const jobOperations: OperationDescriptions = {
  'GET /workflow/{id}': describeRead('Reads a workflow.', workflowSchema),
  'GET /workflow/{id}/job': describeRead('Lists the jobs of a workflow.', pageOf(listedJob), pageToken),
  'POST /workflow/{id}/rerun': describeWrite(
    'Runs a workflow again, or some of its jobs.',
    { 202: objectValue({ workflow_id: uuidValue }) },
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
  'GET /output/job/{job-id}/{node-index}': describeRead('Reads the output of a parallel run of a job, as text.', plainText),
  'GET /output/job/{job-id}/artifacts/{node-index}/{path}': describeRead(
    'Downloads an artifact, with the media type of its name.',
    fileContent('*/*'),
  ),
};
