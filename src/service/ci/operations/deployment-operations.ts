import { nullable } from '../../http/body-schemas.ts';
import { textParameter } from '../../http/operation-description.ts';
import { deploymentMembers } from '../deployments/record-deployment.ts';
import { rollbackMembers } from '../deployments/rollback.ts';
import {
  arrayOf,
  describeRead,
  describeWrite,
  documentOf,
  kinds,
  oneOfWords,
  type OperationDescriptions,
  pageOf,
  pageToken,
  uuidQuery,
} from '../requests/document-schemas.ts';
import { requestSchema } from '../requests/request-schema.ts';
import { newUsageExportMembers } from '../usage-exports/usage-exports.ts';

const { boolean, integer, text, time, uuid } = kinds;

const labels = arrayOf(documentOf({ key: text, value: text }));
const environment = documentOf({ id: uuid, name: text, description: text, labels, created_at: time, updated_at: time });
const component = documentOf({
  id: uuid,
  name: text,
  project_id: uuid,
  labels,
  release_count: integer,
  created_at: time,
  updated_at: time,
});
const componentVersion = documentOf({
  name: text,
  environment_id: uuid,
  namespace: text,
  is_live: boolean,
  pipeline_id: uuid,
  workflow_id: uuid,
  job_id: uuid,
  job_number: integer,
  last_deployed_at: time,
});
const deployment = documentOf({
  component_id: uuid,
  environment_id: uuid,
  name: text,
  namespace: text,
  is_live: boolean,
  last_deployed_at: time,
});
const listQuery = {
  'org-id': uuidQuery('The organization; required.'),
  'page-size': { doc: 'Items on a page; required in the neutral dialect.', schema: { type: 'integer', minimum: 1 } },
  ...pageToken,
};
const usageExport = documentOf(
  {
    usage_export_job_id: uuid,
    state: oneOfWords('created', 'processing', 'completed', 'failed'),
    start: time,
    end: time,
    download_urls: nullable(kinds.texts),
  },
  { error_reason: text },
);
const exportPath = '/organizations/{org_id}/usage_export_job';

/** Deployments, rollback and usage exports. */
export const deploymentOperations: OperationDescriptions = {
  'GET /deploy/environments': describeRead('Lists the environments of an organization.', pageOf(environment), listQuery),
  'GET /deploy/environments/{environment_id}': describeRead('Reads an environment.', environment),
  'GET /deploy/components': describeRead('Lists the components of an organization.', pageOf(component), {
    ...listQuery,
    'project-id': uuidQuery('Only components of this project.'),
    'component-name': textParameter('A part of the name.'),
  }),
  'GET /deploy/components/{component_id}': describeRead('Reads a component.', component),
  'GET /deploy/components/{component_id}/versions': describeRead('Lists the versions of a component.', pageOf(componentVersion), {
    'environment-id': uuidQuery('Only versions in this environment.'),
    ...pageToken,
  }),
  'POST /projects/{project_id}/deployments': describeWrite('Records a deployment.', { 201: deployment }, requestSchema(deploymentMembers)),
  'POST /projects/{project_id}/rollback': describeWrite(
    'Starts a pipeline that deploys an earlier version.',
    { 200: documentOf({ id: uuid, rollback_type: oneOfWords('PIPELINE') }) },
    requestSchema(rollbackMembers),
  ),
  [`POST ${exportPath}`]: describeWrite('Creates a usage export.', { 201: usageExport }, requestSchema(newUsageExportMembers)),
  [`GET ${exportPath}/{usage_export_job_id}`]: describeRead('Reads a usage export.', usageExport),
  'GET /usage-export/{usage_export_job_id}/{file}': describeRead('Downloads a file of a usage export.', null, {
    expires: textParameter('When the address expires; part of the address.'),
    signature: textParameter('The signature of the address.'),
  }),
};
