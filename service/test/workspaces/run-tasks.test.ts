import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createWorkspaceIn } from '../creators.ts';
import { type Receiver, startReceiver } from '../receiver.ts';
import { createTestService, type TestService } from '../support.ts';
import { document } from '../documents.ts';

interface Parts {
  readonly bench: TestService;
  readonly receiver: Receiver;
  readonly workspace: string;
}
const test = suite<Parts>('run tasks');
test.before.each(async (context) => {
  const bench = await createTestService({ settings: { privateDestinations: true } });
  const project = (await bench.request('GET /organizations/acme/projects')).body.data[0].id;
  Object.assign(context, { bench, workspace: await createWorkspaceIn(bench, 'harbour', project), receiver: await startReceiver() });
});
test.after.each(async ({ bench, receiver }) => {
  receiver.close();
  await bench.close();
});

const createTask = async ({ bench, receiver }: Parts, attributes: object = {}) => {
  const made = await bench.request(
    'POST /organizations/acme/tasks',
    document('tasks', { name: 'scan', url: receiver.url, category: 'task', 'hmac-key': 'canary-key', ...attributes }),
  );
  assert.is(made.status, 201, JSON.stringify(made.body));
  return made.body.data;
};
const attach = ({ bench, workspace }: Parts, task: string, attributes: object) =>
  bench.request(
    `POST /workspaces/${workspace}/tasks`,
    document('workspace-tasks', attributes, { task: { data: { type: 'tasks', id: task } } }),
  );

test('a task is told whole, its key never; its global configuration has every member', async (parts) => {
  const { bench, receiver } = parts;
  const task = await createTask(parts);
  assert.equal(task, {
    id: task.id,
    type: 'tasks',
    attributes: {
      name: 'scan',
      url: receiver.url,
      category: 'task',
      description: '',
      'hmac-key': null,
      enabled: true,
      params: null,
      'global-configuration': { enabled: false, stages: [], 'enforcement-level': 'advisory' },
      'created-at': '2026-05-01T12:00:00.000Z',
      'updated-at': '2026-05-01T12:00:00.000Z',
    },
    relationships: {
      organization: { data: { id: 'acme', type: 'organizations' } },
      'workspace-tasks': { data: [] },
      'agent-pool': { data: null },
      integration: { data: null },
      'policy-set': { data: null },
    },
    links: { self: `/api/v2/tasks/${task.id}` },
  });
  const changed = await bench.request(
    `PATCH /tasks/${task.id}`,
    document('tasks', {
      'hmac-key': '',
      'global-configuration': { enabled: true, 'enforcement-level': 'mandatory', stages: ['pre_apply'] },
    }),
  );
  assert.equal(
    [changed.body.data.attributes['hmac-key'], changed.body.data.attributes['global-configuration']],
    ['', { enabled: true, stages: ['pre_apply'], 'enforcement-level': 'mandatory' }],
  );
});

test('a new task is tested with a signed request; one that refuses it is not kept', async (parts) => {
  const { bench, receiver } = parts;
  receiver.statuses.push(500);
  const refused = await bench.request(
    'POST /organizations/acme/tasks',
    document('tasks', { name: 'scan', url: receiver.url, category: 'task' }),
  );
  assert.equal(
    [refused.status, refused.body.errors[0].detail, refused.body.errors[0].source.pointer],
    [422, 'the task answered the test with 500; expected 200', '/data/attributes/url'],
  );
  await createTask(parts);
  const [unsigned, signed] = receiver.received as [any, any];
  assert.is(unsigned.headers['x-tfc-task-signature'], '');
  assert.equal(
    [JSON.parse(signed.text).task_result_enforcement_level, JSON.parse(signed.text).access_token, JSON.parse(signed.text).stage],
    ['test', 'test-token', 'test'],
  );
  assert.match(signed.headers['x-tfc-task-signature'], /^[0-9a-f]{128}$/);
});

test('a task in a workspace: once, with its stages, listed from both sides', async (parts) => {
  const { bench, workspace } = parts;
  const { id: task } = await createTask(parts);
  const made = await attach(parts, task, { 'enforcement-level': 'advisory' });
  const { id } = made.body.data;
  assert.equal(
    [made.status, made.body.data],
    [
      201,
      {
        id,
        type: 'workspace-tasks',
        attributes: {
          'enforcement-level': 'advisory',
          stage: 'post_plan',
          stages: ['post_plan'],
          'created-at': '2026-05-01T12:00:00.000Z',
          'updated-at': '2026-05-01T12:00:00.000Z',
        },
        relationships: { task: { data: { id: task, type: 'tasks' } }, workspace: { data: { id: workspace, type: 'workspaces' } } },
        links: { self: `/api/v2/workspaces/${workspace}/tasks/${id}` },
      },
    ],
  );
  assert.is((await attach(parts, task, { 'enforcement-level': 'mandatory' })).status, 422, 'it runs here already');
  const path = `/workspaces/${workspace}/tasks/${id}`;
  const change = async (attributes: object) => {
    const { stage, stages } = (await bench.request(`PATCH ${path}`, document('workspace-tasks', attributes))).body.data.attributes;
    return [stage, stages];
  };
  assert.equal(await change({ stages: ['pre_plan', 'post_apply'] }), ['pre_plan', ['pre_plan', 'post_apply']]);
  assert.equal(await change({ 'enforcement-level': 'mandatory' }), ['pre_plan', ['pre_plan', 'post_apply']]);
  assert.equal(await change({ stage: 'pre_apply' }), ['pre_apply', ['pre_apply']]);
  const [ofTask, ofWorkspace] = [
    await bench.request(`GET /tasks/${task}/relationships/workspace-tasks`),
    await bench.request(`GET /workspaces/${workspace}/tasks`),
  ];
  assert.equal([ofTask.body.data[0].id, ofTask.body.data], [id, ofWorkspace.body.data]);
  const whole = await bench.request(`GET /tasks/${task}?include=workspace_tasks.workspace`);
  assert.equal([whole.body.data.relationships['workspace-tasks'].data, whole.body.included[0].id], [[{ id, type: 'workspace-tasks' }], id]);
  assert.is((await bench.request(`DELETE /tasks/${task}`)).status, 204);
  assert.is((await bench.request(`GET ${path}`)).status, 404);
});

test('there are no integrations', async ({ bench }) => {
  const { status, body } = await bench.request('GET /tasks/integrations?search=cloud&include_inactive=true');
  assert.equal([status, body.data, body.meta.pagination['total-count']], [200, [], 0]);
});

test.run();
