import {
  arrayValue,
  booleanValue,
  freeObject,
  integerValue,
  nullable,
  objectValue,
  stringValue,
  timeValue,
} from '../../http/body-schemas.ts';
import { type QueryParameter, textParameter } from '../../http/operation-description.ts';
import { buildFilters } from './build-status.ts';

export const messageBody = objectValue({ message: stringValue });

/** Of lists of builds. */
export const buildListQuery: { readonly [name: string]: QueryParameter } = {
  limit: { doc: 'Builds in the response.', schema: { type: 'integer', minimum: 0, maximum: 100, default: 30 } },
  offset: { doc: 'Builds that are left out at the beginning.', schema: { type: 'integer', minimum: 0, default: 0 } },
  filter: { doc: 'Only builds of this kind.', schema: { enum: buildFilters } },
  shallow: textParameter('Has no effect: lists are always summaries.'),
};

const buildMembers = {
  vcs_type: stringValue,
  vcs_url: stringValue,
  username: stringValue,
  reponame: stringValue,
  build_num: nullable(integerValue),
  build_url: stringValue,
  branch: nullable(stringValue),
  vcs_tag: nullable(stringValue),
  vcs_revision: nullable(stringValue),
  subject: nullable(stringValue),
  status: stringValue,
  lifecycle: stringValue,
  outcome: nullable(stringValue),
  canceled: booleanValue,
  queued_at: nullable(timeValue),
  usage_queued_at: timeValue,
  start_time: nullable(timeValue),
  stop_time: nullable(timeValue),
  build_time_millis: nullable(integerValue),
  parallel: integerValue,
  build_parameters: freeObject,
  workflows: objectValue({ job_id: stringValue, job_name: stringValue, workflow_id: stringValue, workflow_name: stringValue }),
};
const stepSchema = objectValue({
  name: stringValue,
  actions: arrayValue(objectValue({ index: integerValue, step: integerValue, name: stringValue, status: stringValue })),
});
export const buildList = arrayValue(objectValue(buildMembers));
export const buildBody = objectValue({ ...buildMembers, has_artifacts: booleanValue, steps: arrayValue(stepSchema) });
