/** A run has one task stage of a kind: its tasks and its policies are results and evaluations of the same. */
import * as assert from 'uvu/assert';
import { defaultSettings } from '../../src/http/settings.ts';
import { evaluatePendingPolicies } from '../../src/workspaces/policies/evaluation/evaluate-pending.ts';
import { callTasks } from '../../src/workspaces/run-tasks/call-tasks.ts';
import { type ReceivingParts, receivingSuite } from './receiving-suite.ts';
import { serviceListeners } from '../../src/service.ts';
import { document } from '../documents.ts';

const test = receivingSuite('a stage of tasks and policies');

const settings = { ...defaultSettings, privateDestinations: true, publicUrl: 'http://slipway.test' };
const create = async (
  { request }: ReceivingParts,
  path: string,
  type: string,
  attributes: object,
  relationships?: object,
): Promise<string> => {
  const made = await request(`POST ${path}`, document(type, attributes, relationships));
  assert.is(made.status, 201, JSON.stringify(made.body));
  return made.body.data.id;
};

test('continues when both have passed', async (parts) => {
  const { request, receiver, workspace, passTime, store, clock } = parts;
  const policy = { name: 'open', kind: 'opa', query: 'data.harbor.deny', 'enforcement-level': 'mandatory' };
  const id = await create(parts, '/organizations/acme/policies', 'policies', policy);
  assert.is((await request(`PUT /policies/${id}/upload`, 'package harbor\n\ndeny contains "never" if false\n')).status, 200);
  const policies = { policies: { data: [{ type: 'policies', id }] } };
  await create(parts, '/organizations/acme/policy-sets', 'policy-sets', { name: 'rules', kind: 'opa', global: true }, policies);
  const task = await create(parts, '/organizations/acme/tasks', 'tasks', { name: 'scan', url: receiver.url, category: 'task' });
  const attached = { 'enforcement-level': 'mandatory', stages: ['post_plan', 'pre_apply'] };
  await create(parts, `/workspaces/${workspace}/tasks`, 'workspace-tasks', attached, { task: { data: { type: 'tasks', id: task } } });
  const run = await create(parts, '/runs', 'runs', {}, { workspace: { data: { type: 'workspaces', id: workspace } } });
  const readStages = async () =>
    (await request(`GET /runs/${run}/task-stages`)).body.data.map(({ attributes, relationships }: any) => [
      attributes.stage,
      attributes.status,
      relationships['task-results'].data.length,
      relationships['policy-evaluations'].data.length,
    ]);
  assert.equal(await readStages(), [
    ['post_plan', 'pending', 1, 1],
    ['pre_apply', 'pending', 1, 0],
  ]);
  assert.is((await request(`GET /runs/${run}`)).body.data.relationships['task-stages'].data.length, 2);
  await passTime(1000);
  await evaluatePendingPolicies(store, { clock, settings: defaultSettings, listeners: serviceListeners });
  assert.equal((await readStages())[0], ['post_plan', 'running', 1, 1], 'the task has not reported yet');
  assert.is(await callTasks(store, { clock, settings, listeners: serviceListeners }, ''), 1);
  const { task_result_callback_url: url, access_token: token } = JSON.parse(receiver.received.at(-1)!.text);
  const passed = { data: { type: 'task-results', attributes: { status: 'passed' } } };
  assert.is((await request(`PATCH ${url.replace('http://slipway.test/api/v2', '')}`, passed, { token })).status, 200);
  assert.equal((await readStages())[0], ['post_plan', 'passed', 1, 1]);
  await passTime(1000);
  assert.is((await request(`GET /runs/${run}`)).body.data.attributes.status, 'post_plan_completed');
});

test.run();
