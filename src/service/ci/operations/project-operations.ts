import { nullable } from '../../http/body-schemas.ts';
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
  documentOf,
  kinds,
  oneOfWords,
  type OperationDescriptions,
  pageOf,
  pageToken,
  uuidQuery,
  wordQuery,
  arrayOf,
} from '../requests/document-schemas.ts';
import { requestSchema } from '../requests/request-schema.ts';

const { boolean, integer, text, time, uuid } = kinds;

const project = documentOf({
  slug: text,
  name: text,
  id: uuid,
  organization_name: text,
  organization_slug: text,
  organization_id: uuid,
  vcs_info: documentOf({ provider: text, default_branch: text }, { vcs_url: text }),
});
const settings = documentOf({
  advanced: documentOf(
    {
      autocancel_builds: boolean,
      build_fork_prs: boolean,
      build_prs_only: boolean,
      disable_ssh: boolean,
      forks_receive_secret_env_vars: boolean,
      oss: boolean,
      setup_workflows: boolean,
      write_settings_requires_admin: boolean,
      pr_only_branch_overrides: kinds.texts,
    },
    { set_vcs_status: boolean, set_github_status: boolean },
  ),
});
const variable = documentOf({ name: text, value: text, 'created-at': time });
const checkoutKey = documentOf({ 'public-key': text, type: text, fingerprint: text, preferred: boolean, 'created-at': time });
const webhook = documentOf({
  id: uuid,
  name: text,
  url: text,
  'verify-tls': boolean,
  'signing-secret': text,
  events: arrayOf(oneOfWords('workflow-completed', 'job-completed')),
  scope: documentOf({ id: uuid, type: oneOfWords('project') }),
  'created-at': time,
  'updated-at': time,
});
const delivery = documentOf({
  id: uuid,
  type: oneOfWords('workflow-completed', 'job-completed'),
  subject: uuid,
  happened_at: time,
  state: oneOfWords('waiting', 'delivered', 'failed'),
  attempts: integer,
  next_attempt_at: nullable(time),
  answer: nullable(text),
});
const schedule = documentOf({
  id: uuid,
  name: text,
  description: text,
  timetable: documentOf(
    { 'per-hour': integer, 'hours-of-day': arrayOf(integer) },
    { 'days-of-week': kinds.texts, 'days-of-month': arrayOf(integer), months: kinds.texts },
  ),
  parameters: { type: 'object' },
  'project-slug': text,
  actor: documentOf({ id: uuid, login: text, name: text }),
  'created-at': time,
  'updated-at': time,
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
  'POST /project/{project-slug}/schedule': describeWrite('Creates a schedule.', { 201: schedule }, requestSchema(newScheduleMembers)),
  'GET /schedule/{schedule-id}': describeRead('Reads a schedule.', schedule),
  'PATCH /schedule/{schedule-id}': describeWrite('Changes a schedule.', { 200: schedule }, requestSchema(scheduleUpdateMembers)),
  'DELETE /schedule/{schedule-id}': describeDeletion('Deletes a schedule.'),
};
