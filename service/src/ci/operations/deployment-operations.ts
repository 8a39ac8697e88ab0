import {
  fileContent,
  arrayValue,
  booleanValue,
  enumValue,
  integerValue,
  nullable,
  objectValue,
  stringArray,
  stringValue,
  timeValue,
  uuidValue,
} from '../../http/body-schemas.ts';
import { textParameter } from '../../http/operation-description.ts';
import { deploymentMembers } from '../deployments/record-deployment.ts';
import { rollbackMembers } from '../deployments/rollback.ts';
import { describeRead, describeWrite, type OperationDescriptions, pageOf, pageToken, uuidQuery } from '../requests/describe-operation.ts';
import { requestSchema } from '../requests/request-schema.ts';
import { newUsageExportMembers } from '../usage-exports/usage-exports.ts';

const labels = arrayValue(objectValue({ key: stringValue, value: stringValue }));
const environment = objectValue({
  id: uuidValue,
  name: stringValue,
  description: stringValue,
  labels,
  created_at: timeValue,
  updated_at: timeValue,
});
const component = objectValue({
  id: uuidValue,
  name: stringValue,
  project_id: uuidValue,
  labels,
  release_count: integerValue,
  created_at: timeValue,
  updated_at: timeValue,
});
const componentVersion = objectValue({
  name: stringValue,
  environment_id: uuidValue,
  namespace: stringValue,
  is_live: booleanValue,
  pipeline_id: uuidValue,
  workflow_id: uuidValue,
  job_id: uuidValue,
  job_number: integerValue,
  last_deployed_at: timeValue,
});
const deployment = objectValue({
  component_id: uuidValue,
  environment_id: uuidValue,
  name: stringValue,
  namespace: stringValue,
  is_live: booleanValue,
  last_deployed_at: timeValue,
});
const listQuery = {
  'org-id': uuidQuery('The organization; required.'),
  'page-size': { doc: 'Items on a page; required in the neutral dialect.', schema: { type: 'integer', minimum: 1 } },
  ...pageToken,
};
const usageExport = objectValue(
  {
    usage_export_job_id: uuidValue,
    state: enumValue('created', 'processing', 'completed', 'failed'),
    start: timeValue,
    end: timeValue,
    download_urls: nullable(stringArray),
  },
  { error_reason: stringValue },
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
    { 200: objectValue({ id: uuidValue, rollback_type: enumValue('PIPELINE') }) },
    requestSchema(rollbackMembers),
  ),
  [`POST ${exportPath}`]: describeWrite('Creates a usage export.', { 201: usageExport }, requestSchema(newUsageExportMembers)),
  [`GET ${exportPath}/{usage_export_job_id}`]: describeRead('Reads a usage export.', usageExport),
  'GET /usage-export/{usage_export_job_id}/{file}': describeRead('Downloads a file of a usage export.', fileContent('application/gzip'), {
    expires: textParameter('When the address expires; part of the address.'),
    signature: textParameter('The signature of the address.'),
  }),
};
