import {
  arrayValue,
  booleanValue,
  freeObject,
  integerValue,
  nullable,
  objectValue,
  stringArray,
  stringValue,
  timeValue,
} from '../../http/body-schemas.ts';
import type { JsonSchema } from '@slipway/declarations/derive/json-schema';
import { type QueryParameter, textParameter } from '../../http/operation-description.ts';
import { buildFilters } from './build-status.ts';

export const messageBody = objectValue({ message: stringValue });

/** Query parameters of lists of builds. */
export const buildListQuery: { readonly [name: string]: QueryParameter } = {
  limit: { doc: 'Builds in the response.', schema: { type: 'integer', minimum: 0, maximum: 100, default: 30 } },
  offset: { doc: 'Builds that are left out at the beginning.', schema: { type: 'integer', minimum: 0, default: 0 } },
  filter: { doc: 'Only builds of this kind.', schema: { enum: buildFilters } },
  shallow: textParameter('Has no effect: lists are always summaries.'),
};

/** A member that clients read and this service never has a value for. */
const noValue: JsonSchema = { type: 'null' };
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
  body: nullable(stringValue),
  user: nullable(objectValue({ is_user: booleanValue, login: stringValue, name: stringValue, avatar_url: nullable(stringValue) })),
  why: nullable(stringValue),
  status: stringValue,
  lifecycle: stringValue,
  outcome: nullable(stringValue),
  canceled: booleanValue,
  timedout: booleanValue,
  infrastructure_fail: booleanValue,
  dont_build: noValue,
  queued_at: nullable(timeValue),
  usage_queued_at: timeValue,
  start_time: nullable(timeValue),
  stop_time: nullable(timeValue),
  build_time_millis: nullable(integerValue),
  parallel: integerValue,
  platform: stringValue,
  build_parameters: freeObject,
  messages: arrayValue({}),
  retries: noValue,
  retry_of: noValue,
  ssh_users: arrayValue({}),
  workflows: objectValue({
    job_id: stringValue,
    job_name: stringValue,
    workflow_id: stringValue,
    workspace_id: stringValue,
    workflow_name: stringValue,
    upstream_job_ids: stringArray,
  }),
};
const stepSchema = objectValue({
  name: stringValue,
  actions: arrayValue(
    objectValue({
      index: integerValue,
      step: integerValue,
      name: stringValue,
      status: stringValue,
      exit_code: nullable(integerValue),
      failed: nullable(booleanValue),
      start_time: nullable(timeValue),
      end_time: nullable(timeValue),
      has_output: booleanValue,
      output_url: stringValue,
    }),
  ),
});
export const buildList = arrayValue(objectValue(buildMembers));
export const buildBody = objectValue({
  ...buildMembers,
  has_artifacts: booleanValue,
  previous: noValue,
  previous_successful_build: noValue,
  node: noValue,
  steps: arrayValue(stepSchema),
});
