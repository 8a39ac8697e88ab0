import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { defaultSettings } from '../../src/http/settings.ts';
import { startDueAssessments } from '../../src/workspaces/assessments/advance-assessments.ts';
import { deliverNotifications } from '../../src/workspaces/notification-configurations/deliver-notifications.ts';
import { startReceiver } from '../receiver.ts';
import { createWorkspaceTestService, type WorkspaceTestService } from './support.ts';
import { serviceListeners } from '../../src/service.ts';
import { document } from '../documents.ts';

interface Parts extends WorkspaceTestService {
  /** A workspace with assessments in which a run was applied. */
  readonly workspace: string;
}
const settings = { ...defaultSettings, privateDestinations: true, publicUrl: 'https://slipway.example' };

const test = suite<Parts>('assessments of workspaces');
const move = ({ request }: Pick<Parts, 'request'>) => request('POST //_local/move', { until: 'still' });
const applyRun = async (parts: WorkspaceTestService, id: string) => {
  const relationships = { workspace: { data: { type: 'workspaces', id } } };
  assert.is((await parts.request('POST /runs', document('runs', { 'auto-apply': true }, relationships))).status, 201);
  await move(parts);
};
test.before.each(async (context) => {
  const bench = await createWorkspaceTestService({ settings });
  const workspace = await bench.createWorkspaceId('harbour', { 'assessments-enabled': true });
  await applyRun(bench, workspace);
  bench.clock.freeze(new Date('2026-05-02T12:00:00.000Z'));
  Object.assign(context, bench, { workspace });
});
test.after.each(({ close }) => close());

const assess = async (parts: Parts, script: object = {}) => {
  assert.is((await parts.request('POST //_local/assessment-outcome', script)).status, 201);
  const response = await parts.request(`POST /workspaces/${parts.workspace}/actions/assess`);
  assert.is(response.status, 200, JSON.stringify(response.body));
  await move(parts);
  return (await parts.request(`GET /workspaces/${parts.workspace}/current-assessment-result`)).body.data;
};

test('an assessment finds what its script says; the workspace leads to its result', async (parts) => {
  const { request, workspace } = parts;
  assert.is((await request(`GET /workspaces/${workspace}/current-assessment-result`)).status, 404);
  const checks = { passed: 3, failed: 1 };
  const result = await assess(parts, { drifted: 2, undrifted: 5, checks, log: 'looked\n' });
  const suffix = result.id.slice('asmtres-'.length);
  const self = `/api/v2/assessment-results/${result.id}`;
  const expected = {
    id: result.id,
    type: 'assessment-results',
    attributes: {
      succeeded: true,
      'error-message': null,
      drifted: true,
      'resources-drifted': 2,
      'resources-undrifted': 5,
      'all-checks-succeeded': false,
      'checks-passed': 3,
      'checks-failed': 1,
      'checks-errored': 0,
      'checks-unknown': 0,
      'created-at': '2026-05-02T12:00:00.200Z',
    },
    relationships: {
      workspace: { data: { id: workspace, type: 'workspaces' } },
      source: { data: { id: `asmt-${suffix}`, type: 'assessments' } },
    },
    links: {
      self,
      'json-output': `${self}/json-output`,
      'json-schema': `${self}/json-schema`,
      'sanitized-plan': null,
      'log-output': `${self}/log-output`,
    },
  };
  assert.equal(result, expected);
  assert.equal((await request(`GET /assessment-results/${result.id}`)).body.data, expected);
  const seen = (await request(`GET /workspaces/${workspace}?include=current_assessment_result`)).body;
  assert.is(seen.data.attributes['last-assessment-result-at'], '2026-05-02T12:00:00.200Z');
  assert.equal(seen.data.relationships['current-assessment-result'], { data: { id: result.id, type: 'assessment-results' } });
  assert.equal(seen.included, [expected]);
});

test('its documents are JSON, its log is read in parts; all are deleted, restored, and deleted for good', async (parts) => {
  const { request } = parts;
  const json = { format_version: '1.2', resource_drift: [{ address: 'a.b' }] };
  const { id } = await assess(parts, { json, log: 'abcdefghij' });
  const read = async (what: string) => (await request(`GET /assessment-results/${id}/${what}`)).body;
  assert.equal(await read('json-output'), json);
  assert.is((await read('json-schema')).format_version, '1.0');
  assert.equal(
    [await read('log-output'), await read('log-output?offset=2&limit=3'), await read('log-output?limit=4&tail=true')],
    ['abcdefghij', 'cde', 'ghij'],
  );
  const statusOf = async (row: string) => (await request(row)).status;
  assert.is(await statusOf(`GET /assessment-results/${id}/sanitized-plan`), 404, 'hyok-enabled is false');
  const actions = `POST /assessments/asmt-${id.slice('asmtres-'.length)}/actions`;
  const backing = async (action: string) => [
    await statusOf(`${actions}/${action}-backing-data`),
    await statusOf(`GET /assessment-results/${id}/json-output`),
  ];
  assert.equal(await backing('restore'), [409, 200]);
  assert.equal(await backing('soft-delete'), [204, 404]);
  assert.is((await read('log-output')) ?? '', '');
  assert.equal(await backing('restore'), [204, 200]);
  assert.equal(await backing('permanently-delete'), [204, 404]);
  assert.equal(await backing('restore'), [409, 404]);
});

test('the sanitized plan is shown where the workspace has keys of its own; without sensitive values', async (parts) => {
  const { request, workspace, patch } = parts;
  assert.is((await patch(workspace, { 'hyok-enabled': true })).status, 200);
  const change = { before: { code: 'x' }, after: { code: 'y' }, before_sensitive: { code: true }, after_sensitive: {} };
  const { id } = await assess(parts, { json: { resource_drift: [{ address: 'a.b', change }] } });
  const plan = (await request(`GET /assessment-results/${id}/sanitized-plan`)).body;
  assert.equal(plan.resource_drift[0].change.before, { code: 'REDACTED' });
});

test('one at a time, after a run that succeeded, where assessments are on', async (parts) => {
  const { request, workspace, createWorkspaceId, patch } = parts;
  const refuse = async (id: string) => {
    const { status, body } = await request(`POST /workspaces/${id}/actions/assess`);
    return `${status} ${body.errors?.[0].detail}`;
  };
  const other = await createWorkspaceId('other');
  assert.match(await refuse(other), /^409 the workspace "other" has no assessments/);
  await patch(other, { 'assessments-enabled': true });
  assert.match(await refuse(other), /^409 nothing was applied in the workspace "other" yet/);
  await request('POST //_local/run-outcome', { outcome: 'plan-errored' });
  await applyRun(parts, other);
  assert.match(await refuse(other), /^409 the run run-\w+ is errored: an assessment needs a latest run that succeeded$/);
  assert.is((await request(`POST /workspaces/${workspace}/actions/assess`)).status, 200);
  assert.match(await refuse(workspace), /^409 the assessment asmt-\w+ of the workspace "harbour" is not over$/);
});

test('who may see the workspace sees results; who administers it starts assessments and reads plans', async (parts) => {
  const { request, workspace, member, grant } = parts;
  const { id } = await assess(parts);
  const [stranger, reader, admin] = [await member('stranger'), await member('reader'), await member('admin')];
  await grant('team-workspaces', reader.team, workspace, { access: 'read' });
  await grant('team-workspaces', admin.team, workspace, { access: 'admin' });
  const rows = [
    `GET /assessment-results/${id}`,
    `GET /assessment-results/${id}/log-output`,
    `GET /assessment-results/${id}/json-output`,
    `POST /workspaces/${workspace}/actions/assess`,
  ];
  const statuses = async (token: string) => Promise.all(rows.map(async (row) => (await request(row, undefined, { token })).status));
  assert.equal(await statuses(stranger.token), [404, 404, 404, 404]);
  assert.equal(await statuses(reader.token), [200, 200, 404, 404]);
  assert.equal(await statuses(admin.token), [200, 200, 200, 200]);
});

test('a day after the last one the next begins by itself; not where they were switched off', async (parts) => {
  const { store, clock, workspace, patch, request } = parts;
  const start = () => startDueAssessments(store, { clock, settings, listeners: serviceListeners });
  const latest = async () => (await request(`GET /workspaces/${workspace}`)).body.data.attributes['last-assessment-result-at'];
  assert.is(await start(), 1);
  await move(parts);
  assert.is(await latest(), '2026-05-02T12:00:00.200Z');
  clock.advance(23 * 3_600_000);
  assert.is(await start(), 0);
  clock.advance(3_600_000);
  assert.is(await start(), 1);
  await move(parts);
  assert.is(await latest(), '2026-05-03T12:00:00.400Z');
  await patch(workspace, { 'assessments-enabled': false });
  clock.advance(48 * 3_600_000);
  assert.is(await start(), 0);
});

test('drift, failed checks and failures are told, with the result before', async (parts) => {
  const { workspace, store, clock, create } = parts;
  const receiver = await startReceiver();
  const triggers = ['assessment:drifted', 'assessment:check_failure', 'assessment:failed'];
  const attributes = { name: 'horn', 'destination-type': 'generic', enabled: true, url: receiver.url, triggers };
  const path = `workspaces/${workspace}/notification-configurations`;
  const configuration = (await create(`POST /${path}`, document('notification-configurations', attributes))).id;
  receiver.received.length = 0;
  const first = await assess(parts, { drifted: 4, checks: { errored: 1 } });
  const second = await assess(parts, { error: 'no provider' });
  await assess(parts);
  await deliverNotifications(store, clock, settings, '');
  receiver.close();
  const told = receiver.received.map(({ text }) => JSON.parse(text));
  assert.equal(told.map(({ trigger, message }) => [trigger, message]).sort(), [
    ['assessment:check_failure', 'Check Failed'],
    ['assessment:drifted', 'Drift Detected'],
    ['assessment:failed', 'Health Assessment Failed'],
  ]);
  const failed = told.find(({ trigger }) => trigger === 'assessment:failed');
  assert.equal(failed, {
    payload_version: '2',
    notification_configuration_id: configuration,
    notification_configuration_url: `https://slipway.example/api/v2/notification-configurations/${configuration}`,
    trigger_scope: 'assessment',
    trigger: 'assessment:failed',
    message: 'Health Assessment Failed',
    details: {
      new_assessment_result: {
        id: second.id,
        url: `https://slipway.example/api/v2/assessment-results/${second.id}`,
        succeeded: false,
        drifted: false,
        all_checks_succeeded: false,
        resources_drifted: null,
        resources_undrifted: null,
        checks_passed: null,
        checks_failed: null,
        checks_errored: null,
        checks_unknown: null,
        created_at: second.attributes['created-at'],
      },
      prior_assessment_result: {
        id: first.id,
        url: `https://slipway.example/api/v2/assessment-results/${first.id}`,
        succeeded: true,
        drifted: true,
        all_checks_succeeded: false,
        resources_drifted: 4,
        resources_undrifted: 0,
        checks_passed: 0,
        checks_failed: 0,
        checks_errored: 1,
        checks_unknown: 0,
        created_at: first.attributes['created-at'],
      },
      workspace_id: workspace,
      workspace_name: 'harbour',
      organization_name: 'acme',
    },
  });
});

test.run();
