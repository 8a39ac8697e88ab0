import { createHmac } from 'node:crypto';
import * as assert from 'uvu/assert';
import { defaultSettings } from '../../src/http/settings.ts';
import { callTasks } from '../../src/workspaces/run-tasks/call-tasks.ts';
import { type ReceivingParts, receivingSuite } from './receiving-suite.ts';
import { serviceListeners } from '../../src/service.ts';
import { document } from '../documents.ts';

const test = receivingSuite('tasks in the life of a run');

const settings = { ...defaultSettings, privateDestinations: true, publicUrl: 'http://slipway.test' };
const call = ({ store, clock }: ReceivingParts) => callTasks(store, { clock, settings, listeners: serviceListeners }, '');

const attach = async (parts: ReceivingParts, stages: readonly string[], enforcement = 'mandatory') => {
  const { request, receiver, workspace } = parts;
  const task = await request(
    'POST /organizations/acme/tasks',
    document('tasks', { name: `scan-${receiver.received.length}`, url: receiver.url, 'hmac-key': 'rope', enabled: true }),
  );
  assert.is(task.status, 201, JSON.stringify(task.body));
  const relationships = { task: { data: { type: 'tasks', id: task.body.data.id } } };
  const attached = await request(
    `POST /workspaces/${workspace}/tasks`,
    document('workspace-tasks', { 'enforcement-level': enforcement, stages }, relationships),
  );
  assert.is(attached.status, 201, JSON.stringify(attached.body));
  return attached.body.data.id as string;
};
const startRun = async ({ request, workspace }: ReceivingParts, attributes: object = {}): Promise<string> =>
  (await request('POST /runs', document('runs', attributes, { workspace: { data: { type: 'workspaces', id: workspace } } }))).body.data.id;
const statusOf = async ({ request }: ReceivingParts, run: string) => (await request(`GET /runs/${run}`)).body.data.attributes.status;
const report = (
  { request }: ReceivingParts,
  { task_result_callback_url: url, access_token: token }: any,
  attributes: object,
  more: object = {},
) => request(`PATCH ${url.replace('http://slipway.test/api/v2', '')}`, { data: { type: 'task-results', attributes, ...more } }, { token });
/** The payload of the last call. */
const lastCall = ({ receiver }: ReceivingParts) => JSON.parse(receiver.received.at(-1)!.text);

test('a run waits for its task, which is called with a signature and reports by its token', async (parts) => {
  const { request, receiver, workspace, passTime } = parts;
  const workspaceTask = await attach(parts, ['post_plan']);
  const run = await startRun(parts, { message: 'more berths' });
  await passTime(1000);
  assert.is(await statusOf(parts, run), 'post_plan_running');
  assert.is(await call(parts), 1);
  const { text, headers } = receiver.received.at(-1)!;
  assert.is(headers['x-tfc-task-signature'], createHmac('sha512', 'rope').update(text).digest('hex'));
  const payload = JSON.parse(text);
  const { task_result_id: result, ...rest } = payload;
  assert.equal(
    [rest.stage, rest.is_speculative, rest.task_result_enforcement_level, rest.organization_name, rest.workspace_id, rest.run_id],
    ['post_plan', false, 'mandatory', 'acme', workspace, run],
  );
  assert.equal(
    [rest.run_message, rest.task_result_callback_url, rest.plan_json_api_url],
    [
      'more berths',
      `http://slipway.test/api/v2/task-results/${result}/callback`,
      `http://slipway.test/api/v2/plans/plan-${run.slice(4)}/json-output`,
    ],
  );
  const shown = (await request(`GET /task-results/${result}`)).body.data.attributes;
  assert.equal([shown.status, shown['workspace-task-id'], shown['task-name']], ['running', workspaceTask, 'scan-0']);

  const outcomes = {
    relationships: {
      outcomes: {
        data: [
          {
            type: 'task-result-outcomes',
            attributes: {
              'outcome-id': 'A-1',
              description: 'open port',
              tags: { Severity: [{ label: 'high', level: 'error' }] },
              body: '# Port 23',
            },
          },
        ],
      },
    },
  };
  assert.is((await report(parts, payload, { status: 'running', message: 'half way' })).status, 200);
  const passed = await report(parts, payload, { status: 'passed', message: '4 passed', url: 'https://scan.example/1' }, outcomes);
  assert.equal(
    [passed.status, passed.body.data.attributes.status, passed.body.data.attributes.message, passed.body.data.attributes.url],
    [200, 'passed', '4 passed', 'https://scan.example/1'],
  );
  const [outcome] = (await request(`GET /task-results/${result}/outcomes`)).body.data;
  assert.equal(outcome.attributes.tags, [{ label: 'Severity', value: [{ label: 'high', level: 'error' }] }]);
  assert.is(String((await request(`GET /task-result-outcomes/${outcome.id}/body`)).body), '# Port 23');
  await passTime(1000);
  assert.is(await statusOf(parts, run), 'post_plan_completed');
  assert.is((await report(parts, payload, { status: 'failed' })).status, 409, 'the result is final');
  const tokens = await parts.store.read((view) => view.count({ kind: 'tokens', body: [{ path: 'purpose', is: 'run-task' }] }));
  assert.is(tokens, 0, 'the token ends with the result');
});

test('the token of a call reads the plan of its run, and does nothing else', async (parts) => {
  const { request, passTime } = parts;
  await attach(parts, ['post_plan']);
  const other = await startRun(parts, { 'plan-only': true });
  const run = await startRun(parts);
  await passTime(1000);
  await call(parts);
  const calls = parts.receiver.received.slice(1).map(({ text }) => JSON.parse(text));
  const { access_token: token, task_result_id: result } = calls.find((one) => one.run_id === run);
  const ask = async (row: string, body?: unknown) => (await request(row, body, { token })).status;
  assert.is(await ask(`GET /plans/plan-${run.slice(4)}/json-output`), 307);
  assert.equal(
    [
      await ask(`GET /plans/plan-${other.slice(4)}/json-output`),
      await ask(`GET /runs/${run}`),
      await ask('GET /organizations/acme'),
      await ask(`GET /task-results/${result}`),
    ],
    [404, 404, 404, 404],
  );
  const foreign = calls.find((one) => one.run_id === other).task_result_id;
  const document = { data: { type: 'task-results', attributes: { status: 'passed' } } };
  assert.is(await ask(`PATCH /task-results/${foreign}/callback`, document), 404);
  assert.is((await request(`PATCH /task-results/${result}/callback`, document)).status, 404, 'nor does a user write results');
});

test('a mandatory task that fails ends the run; an advisory one does not', async (parts) => {
  const { passTime } = parts;
  for (const [enforcement, status] of [
    ['mandatory', 'errored'],
    ['advisory', 'planned'],
  ] as const) {
    const attached = await attach(parts, ['pre_plan'], enforcement);
    const run = await startRun(parts);
    await passTime(1000);
    assert.is(await statusOf(parts, run), 'pre_plan_running');
    await call(parts);
    await report(parts, lastCall(parts), { status: 'failed', message: 'no' });
    await passTime(1000);
    assert.is(await statusOf(parts, run), status);
    if (status === 'planned') await parts.request(`POST /runs/${run}/actions/discard`);
    await parts.request(`DELETE /workspaces/${parts.workspace}/tasks/${attached}`);
  }
});

test('a task of the whole organization is asked in every workspace, before and after the apply', async (parts) => {
  const { request, receiver, passTime } = parts;
  await request(
    'POST /organizations/acme/tasks',
    document('tasks', {
      name: 'everywhere',
      url: receiver.url,
      'global-configuration': { enabled: true, stages: ['pre_apply', 'post_apply'], 'enforcement-level': 'mandatory' },
    }),
  );
  const run = await startRun(parts, { 'auto-apply': true });
  await passTime(2000);
  assert.is(await statusOf(parts, run), 'pre_apply_running');
  await call(parts);
  assert.equal([lastCall(parts).stage, receiver.received.at(-1)!.headers['x-tfc-task-signature']], ['pre_apply', '']);
  await report(parts, lastCall(parts), { status: 'passed' });
  await passTime(2000);
  assert.is(await statusOf(parts, run), 'post_apply_running');
  await call(parts);
  await report(parts, lastCall(parts), { status: 'failed' });
  await passTime(2000);
  assert.is(await statusOf(parts, run), 'applied', 'what is applied is applied');
});

test('a task that does not answer is asked again, and is unreachable in the end; one that never reports is errored', async (parts) => {
  const { request, receiver, passTime } = parts;
  await attach(parts, ['pre_plan']);
  const run = await startRun(parts);
  await passTime(1000);
  receiver.statuses.push(500, 500, 500, 500);
  for (const milliseconds of [0, 1000, 5000, 15_000]) {
    await passTime(milliseconds);
    assert.is(await call(parts), 1);
  }
  const result = lastCall(parts).task_result_id;
  const shown = (await request(`GET /task-results/${result}`)).body.data.attributes;
  assert.equal([shown.status, shown.message], ['unreachable', 'the task could not be asked: 500']);
  await passTime(1000);
  assert.is(await statusOf(parts, run), 'errored');
  const silent = await startRun(parts);
  await passTime(1000);
  await call(parts);
  await passTime(600_000);
  await call(parts);
  await passTime(1000);
  const late = (await request(`GET /task-results/${lastCall(parts).task_result_id}`)).body.data.attributes;
  assert.equal(
    [late.status, late.message, await statusOf(parts, silent)],
    ['errored', 'the task did not report within 10 minutes', 'errored'],
  );
});

test('a report says what is wrong with it', async (parts) => {
  await attach(parts, ['pre_plan']);
  await startRun(parts);
  await parts.passTime(1000);
  await call(parts);
  const pointers = async (attributes: object, more: object = {}) => {
    const { status, body } = await report(parts, lastCall(parts), attributes, more);
    return [status, ...body.errors.map((one: any) => one.source.pointer)];
  };
  assert.equal(await pointers({ status: 'errored', url: 'mailto:x' }), [422, '/data/attributes/status', '/data/attributes/url']);
  assert.equal(
    await pointers({ status: 'passed' }, { relationships: { outcomes: { data: [{ type: 'task-result-outcomes', attributes: {} }] } } }),
    [422, '/data/relationships/outcomes/data/0/attributes/outcome-id', '/data/relationships/outcomes/data/0/attributes/description'],
  );
});

test.run();
