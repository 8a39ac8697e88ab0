import {
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
import { newCheckoutKeyMembers } from '../projects/checkout-keys.ts';
import { newProjectVariableMembers } from '../projects/project-variables.ts';
import { settingsMembers } from '../projects/project-settings.ts';
import { newProjectMembers } from '../projects/projects.ts';
import { newScheduleMembers, scheduleUpdateMembers } from '../schedules/schedules.ts';
import { newWebhookMembers, webhookUpdateMembers } from '../webhooks/webhooks.ts';
import {
  describeDeletion,
  describeRead,
  describeWrite,
  type OperationDescriptions,
  pageOf,
  pageToken,
  spelledValue,
  uuidQuery,
  wordQuery,
} from '../requests/describe-operation.ts';
import { requestSchema } from '../requests/request-schema.ts';

const project = objectValue({
  slug: stringValue,
  name: stringValue,
  id: uuidValue,
  organization_name: stringValue,
  organization_slug: stringValue,
  organization_id: uuidValue,
  vcs_info: objectValue({ provider: stringValue, default_branch: stringValue }, { vcs_url: stringValue }),
});
const settings = objectValue({
  advanced: objectValue(
    {
      autocancel_builds: booleanValue,
      build_fork_prs: booleanValue,
      build_prs_only: booleanValue,
      disable_ssh: booleanValue,
      forks_receive_secret_env_vars: booleanValue,
      oss: booleanValue,
      setup_workflows: booleanValue,
      write_settings_requires_admin: booleanValue,
      pr_only_branch_overrides: stringArray,
    },
    { set_vcs_status: booleanValue, set_github_status: booleanValue },
  ),
});
const variable = spelledValue({ name: stringValue, value: stringValue, 'created-at': timeValue });
const checkoutKey = spelledValue({
  'public-key': stringValue,
  type: stringValue,
  fingerprint: stringValue,
  preferred: booleanValue,
  'created-at': timeValue,
});
const webhook = spelledValue({
  id: uuidValue,
  name: stringValue,
  url: stringValue,
  'verify-tls': booleanValue,
  'signing-secret': stringValue,
  events: arrayValue(enumValue('workflow-completed', 'job-completed')),
  scope: objectValue({ id: uuidValue, type: enumValue('project') }),
  'created-at': timeValue,
  'updated-at': timeValue,
});
const delivery = objectValue({
  id: uuidValue,
  type: enumValue('workflow-completed', 'job-completed'),
  subject: uuidValue,
  happened_at: timeValue,
  state: enumValue('waiting', 'delivered', 'failed'),
  attempts: integerValue,
  next_attempt_at: nullable(timeValue),
  answer: nullable(stringValue),
});
const schedule = spelledValue({
  id: uuidValue,
  name: stringValue,
  description: stringValue,
  timetable: objectValue(
    { 'per-hour': integerValue, 'hours-of-day': arrayValue(integerValue) },
    { 'days-of-week': stringArray, 'days-of-month': arrayValue(integerValue), months: stringArray },
  ),
  parameters: { type: 'object' },
  'project-slug': stringValue,
  actor: objectValue({ id: uuidValue, login: stringValue, name: stringValue }),
  'created-at': timeValue,
  'updated-at': timeValue,
});

const settingsPath = '/project/{provider}/{organization}/{project}/settings';
/** Projects, and what belongs to one: settings, variables, keys, webhooks and schedules. */
export const projectOperations: OperationDescriptions = {
  'POST /organization/{org-slug-or-id}/project': describeWrite(
    'Creates a project.',
    { 200: project },
    requestSchema(newProjectMembers('native')),
  ),
  'GET /project/{project-slug}': describeRead('Reads a project.', project),
  'DELETE /project/{project-slug}': describeDeletion('Deletes a project with everything in it.'),
  'POST /project/{provider}/{organization}/{project}': describeWrite('Creates a project for a repository.', { 201: settings }),
  [`GET ${settingsPath}`]: describeRead('Reads the advanced settings of a project.', settings),
  [`PATCH ${settingsPath}`]: describeWrite('Changes advanced settings of a project.', { 200: settings }, requestSchema(settingsMembers)),
  'GET /project/{project-slug}/envvar': describeRead('Lists the variables of a project.', pageOf(variable), pageToken),
  'POST /project/{project-slug}/envvar': describeWrite(
    'Creates or replaces a variable of a project.',
    { 201: variable },
    requestSchema(newProjectVariableMembers),
  ),
  'GET /project/{project-slug}/envvar/{name}': describeRead('Reads a variable of a project; its value is masked.', variable),
  'DELETE /project/{project-slug}/envvar/{name}': describeDeletion('Deletes a variable of a project.'),
  'GET /project/{project-slug}/checkout-key': describeRead('Lists the checkout keys of a project.', pageOf(checkoutKey), {
    digest: wordQuery('The kind of the fingerprints.', 'md5', 'sha256'),
    ...pageToken,
  }),
  'POST /project/{project-slug}/checkout-key': describeWrite(
    'Creates a checkout key.',
    { 201: checkoutKey },
    requestSchema(newCheckoutKeyMembers),
  ),
  'GET /project/{project-slug}/checkout-key/{fingerprint}': describeRead('Reads a checkout key.', checkoutKey),
  'DELETE /project/{project-slug}/checkout-key/{fingerprint}': describeDeletion('Deletes a checkout key.'),
  'GET /webhook': describeRead('Lists the outgoing webhooks of a project.', pageOf(webhook), {
    'scope-id': uuidQuery('The id of the project; required.'),
    'scope-type': wordQuery('The kind of the scope.', 'project'),
    ...pageToken,
  }),
  'POST /webhook': describeWrite('Creates an outgoing webhook.', { 201: webhook }, requestSchema(newWebhookMembers)),
  'GET /webhook/{webhook-id}': describeRead('Reads an outgoing webhook.', webhook),
  'PUT /webhook/{webhook-id}': describeWrite('Changes an outgoing webhook.', { 200: webhook }, requestSchema(webhookUpdateMembers)),
  'DELETE /webhook/{webhook-id}': describeDeletion('Deletes an outgoing webhook.'),
  'GET /webhook/{webhook-id}/deliveries': describeRead('Lists the latest deliveries of a webhook.', pageOf(delivery), pageToken),
  'GET /project/{project-slug}/schedule': describeRead('Lists the schedules of a project.', pageOf(schedule), pageToken),
  'POST /project/{project-slug}/schedule': {
    ...describeWrite('Creates a schedule.', { 201: schedule }, requestSchema(newScheduleMembers)),
    example: {
      name: 'nightly',
      'attribution-actor': 'current',
      parameters: { branch: 'main' },
      timetable: { 'per-hour': 1, 'hours-of-day': [1], 'days-of-week': ['MON'] },
    },
  },
  'GET /schedule/{schedule-id}': describeRead('Reads a schedule.', schedule),
  'PATCH /schedule/{schedule-id}': describeWrite('Changes a schedule.', { 200: schedule }, requestSchema(scheduleUpdateMembers)),
  'DELETE /schedule/{schedule-id}': describeDeletion('Deletes a schedule.'),
};
