import { optionalEnumParameter } from '../../http/optional-enum-parameter.ts';
import { freeObject } from '../../http/body-schemas.ts';
import { bool, object, oneOf, optional as member, stringMatching, stringOfLength } from '@slipway/declarations/declare';
import { isRecord } from '@slipway/declarations/record';
import type { AttributeKind } from '@slipway/declarations/declare';
import { selectReadable } from '../../access/readable-workspaces.ts';
import { describeResult, isAccepted, postWebhook } from '../../delivery/post-webhook.ts';
import { unprocessable } from '../../http/problem.ts';
import { type PreparationContext, type RequestContext, type RouteResponse, route } from '../../http/route.ts';
import { flagParameter, textParameter } from '../../http/operation-description.ts';
import { describeResponseList, listParameters } from '../../json-api/describe-document.ts';
import { parsePage, renderResourcePage } from '../../json-api/page.ts';
import { noun, optional, required, type WriteDraft } from '../../nouns/declaration.ts';
import { createListRoute } from '../../nouns/further-routes.ts';
import type { NounBody, NounRecord } from '../../nouns/noun-record.ts';
import { underOrganization } from '../../nouns/parents/under-organization.ts';
import { inverse, loaded, toOne, toParent } from '../../nouns/relationships/relationship.ts';
import { requireRecord } from '../../nouns/require-record.ts';
import { timeOfCreation, timeOfUpdate } from '../../nouns/timestamps.ts';
import type { Transaction } from '../../store/store.ts';
import { boundedList } from '../bounded-list.ts';
import { httpUrlKind } from '../http-url-kind.ts';
import { loadGlobalConfigurations } from './global-tasks.ts';
import { taskEnforcementLevels, type StoredRunTask, taskStages } from './stored.ts';
import { buildTaskRequest, createTestPayload } from './task-request.ts';
import { workspaceTask } from './workspace-tasks.ts';

const taskNameKind = stringMatching(/^[A-Za-z0-9_-]{1,255}$/, '1 to 255 letters, digits, - and _');
/** Settings of a task that another service hosts. */
const paramsKind: AttributeKind<object> = {
  type: ['map', 'string'],
  json: freeObject,
  description: 'an object',
  accepts: isRecord,
};
const globalConfigurationKind = object({
  enabled: member(bool, 'Whether it runs in every workspace.'),
  stages: member(boundedList(oneOf(...taskStages), taskStages.length), 'When it runs.'),
  'enforcement-level': member(oneOf(...taskEnforcementLevels), 'Whether a failure ends the run.'),
});

/** A task that answers and refuses the test is 422; one that cannot be reached from here is kept. */
const testBeforeWrite = async ({ settings, clock }: PreparationContext, { body, before }: WriteDraft): Promise<void> => {
  const task = body as StoredRunTask;
  const old = before?.body as StoredRunTask | undefined;
  if (!task.enabled || (old?.enabled && old.url === task.url && old.hmacKey === task.hmacKey)) return;
  const result = await postWebhook(buildTaskRequest(task, createTestPayload(task.organization, clock.now()), settings));
  if ('status' in result && !isAccepted(result))
    throw unprocessable(`the task answered the test with ${describeResult(result)}; expected 200`, '/data/attributes/url');
};

const deleteWorkspaceTasks = async ({ tx }: RequestContext<Transaction>, { id }: NounRecord): Promise<void> => {
  const { records } = await tx.list<NounBody>({ kind: 'workspace-tasks', body: [{ path: 'task', is: id }] });
  for (const record of records) await tx.delete('workspace-tasks', record.id);
};

const noTargets = async () => new Map<string, null>();

export const runTask = noun('tasks', {
  doc: 'A service that is asked about a run at certain stages of its life.',
  label: 'run task',
  idPrefix: 'task',
  parents: [underOrganization({ read: 'member', write: 'manage-run-tasks' })],
  attributes: {
    name: required(taskNameKind, 'The name of the task.', { unique: true }),
    url: required(httpUrlKind, 'Where it is asked.'),
    category: optional(oneOf('task'), 'Always `task`.', { default: 'task' }),
    description: optional(stringOfLength(0, 300), 'What it does.', { default: '' }),
    'hmac-key': optional(stringOfLength(0, 1000), 'The key that signs requests. A response has null where there is one.', {
      secret: true,
      value: ({ body }) => ((body as StoredRunTask).hmacKey ? null : ''),
    }),
    enabled: optional(bool, 'Whether it is asked at all.', { default: true }),
    params: optional(paramsKind, 'Settings of a task that another service hosts.', { effect: 'none' }),
    'global-configuration': optional(
      globalConfigurationKind,
      'Where it runs in every workspace of the organization. Null on the free plan, where it has no effect.',
      {
        load: loadGlobalConfigurations,
      },
    ),
    'created-at': timeOfCreation(),
    'updated-at': timeOfUpdate(),
  },
  relationships: {
    organization: toParent('organizations', 'The organization that it belongs to.'),
    'workspace-tasks': inverse('workspace-tasks', 'task', 'Where it runs.'),
    'agent-pool': toOne('agent-pools', 'The pool whose agents would ask it; this service asks by itself.'),
    integration: loaded('integrations', 'None: this service hosts no integrations.', noTargets),
    'policy-set': loaded('policy-sets', 'None.', noTargets),
  },
  prepareWrite: testBeforeWrite,
  behavior: { beforeDelete: deleteWorkspaceTasks },
});

const listIntegrations = async (ctx: RequestContext): Promise<RouteResponse> => {
  optionalEnumParameter(ctx, 'include_inactive', ['true', 'false']);
  return renderResourcePage(ctx, parsePage(ctx), 0, []);
};

export const routes = [
  route('GET /tasks/integrations', listIntegrations, {
    description: {
      summary: 'Lists integrations, of which this service hosts none.',
      query: {
        search: textParameter('A part of the name.'),
        category: textParameter('The category.'),
        include_inactive: flagParameter('Whether inactive ones are listed.'),
        'page[number]': listParameters['page[number]']!,
        'page[size]': listParameters['page[size]']!,
      },
      responses: { 200: describeResponseList({ type: 'integrations', attributes: {} }) },
    },
  }),
  createListRoute(workspaceTask, {
    endpoint: 'GET /tasks/{run_task_id}/relationships/workspace-tasks',
    doc: 'Lists where the run task runs.',
    select: async (ctx) => {
      const { id, scope } = await requireRecord(runTask, ctx, 'read');
      const body = [{ path: 'task', is: id }];
      const { records } = await ctx.tx.list({ kind: 'workspace-tasks', body });
      const workspaces = [...new Set(records.map((record) => record.scope))];
      return { body, scope: [...(await selectReadable(ctx, scope, workspaces))] };
    },
  }),
];
