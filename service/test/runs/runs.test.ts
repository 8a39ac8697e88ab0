import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createNoCodeTestService, type NoCodeTestService, listErrors } from './support.ts';
import { document, one } from '../documents.ts';

interface With extends NoCodeTestService {
  readonly web: string;
}
const runs = suite<With>('runs');
runs.before.each(async (context) => {
  const own = await createNoCodeTestService();
  Object.assign(context, own, { web: await own.createWorkspaceId('web') });
});
runs.after.each(async ({ close }) => {
  await close();
});

const noActions = { 'is-cancelable': false, 'is-confirmable': false, 'is-discardable': false, 'is-force-cancelable': false };
const start = (
  { request: ask }: NoCodeTestService,
  workspace: string,
  attributes: object = {},
  options: { readonly token?: string } = {},
) => ask('POST /runs', document('runs', attributes, { workspace: one('workspaces', workspace) }), options);
const begun = async (context: With, attributes: object = {}, workspace = context.web): Promise<string> =>
  (await start(context, workspace, attributes)).body.data.id;
const runOf = async ({ request: ask }: NoCodeTestService, id: string) => (await ask(`GET /runs/${id}`)).body.data.attributes;
const workspaceOf = async ({ request: ask }: NoCodeTestService, id: string) => (await ask(`GET /workspaces/${id}`)).body.data;

/** Everything that a new run tells. */
const describePendingRun = (id: string, ids: { readonly web: string; readonly owner: string; readonly configuration: string }) => ({
  attributes: {
    status: 'pending',
    message: 'first',
    'is-destroy': false,
    'auto-apply': false,
    'plan-only': false,
    'save-plan': false,
    refresh: true,
    'refresh-only': false,
    'allow-empty-apply': false,
    'allow-config-generation': false,
    'debugging-mode': false,
    'target-addrs': [],
    'replace-addrs': [],
    'invoke-action-addrs': [],
    'policy-paths': [],
    variables: [],
    'created-at': '2026-05-01T12:00:00.000Z',
    'updated-at': '2026-05-01T12:00:00.000Z',
    'canceled-at': null,
    'force-cancel-available-at': null,
    'has-changes': false,
    source: 'tfe-api',
    'trigger-reason': 'manual',
    'triggering-source-name': null,
    'engine-version': '1.11.4',
    'position-in-queue': 0,
    'status-timestamps': { 'pending-at': '2026-05-01T12:00:00.000Z', 'plan-queueable-at': '2026-05-01T12:00:00.000Z' },
    actions: { 'is-cancelable': true, 'is-confirmable': false, 'is-discardable': false, 'is-force-cancelable': false },
    permissions: {
      'can-apply': true,
      'can-cancel': true,
      'can-comment': true,
      'can-discard': true,
      'can-force-execute': true,
      'can-force-cancel': true,
      'can-override-policy-check': true,
    },
  },
  relationships: {
    workspace: { data: { id: ids.web, type: 'workspaces' } },
    'triggering-source': { data: null },
    'triggering-run': { data: null },
    plan: { data: { id: id.replace('run', 'plan'), type: 'plans' }, links: { related: `/api/v2/runs/${id}/plan` } },
    apply: { data: { id: id.replace('run', 'apply'), type: 'applies' }, links: { related: `/api/v2/runs/${id}/apply` } },
    'configuration-version': { data: { id: ids.configuration, type: 'configuration-versions' } },
    'created-by': { data: { id: ids.owner, type: 'users' } },
    'confirmed-by': { data: null },
    'canceled-by': { data: null },
    'cost-estimate': { data: null },
    'policy-checks': { data: [] },
    'task-stages': { data: [] },
    'tf-policy-evaluations': { data: [] },
    'run-events': { data: [] },
    comments: { data: [] },
    'run-trigger-snapshots': { data: [] },
  },
});

runs("started: the document, and the workspace's current run", async (context) => {
  const { web, request: ask } = context;
  const made = await start(context, web, { message: 'first' });
  const { id } = made.body.data;
  const [configuration] = (await ask(`GET /workspaces/${web}/configuration-versions`)).body.data;
  const owner = (await ask('GET /account/details')).body.data.id;
  assert.match(id, /^run-[A-Za-z0-9]{16}$/);
  assert.equal(
    [made.status, made.body],
    [
      201,
      {
        data: {
          id,
          type: 'runs',
          ...describePendingRun(id, { web, owner, configuration: configuration.id }),
          links: { self: `/api/v2/runs/${id}` },
        },
      },
    ],
  );
  assert.equal((await ask(`GET /runs/${id}`)).body, made.body);
  const { relationships } = await workspaceOf(context, web);
  assert.equal(
    [relationships['current-run'], relationships['latest-run']],
    Array(2).fill({ data: { id, type: 'runs' }, links: { related: `/api/v2/runs/${id}` } }),
  );
});

runs('goes by the clock to where it must be confirmed, and from there to applied', async (context) => {
  const { request: ask, passTime: pass, web } = context;
  const id = await begun(context);
  const seen: string[] = [];
  for (let step = 0; step < 4; step++) {
    await pass(100);
    seen.push((await runOf(context, id)).status);
  }
  assert.equal(seen, ['fetching', 'planning', 'planned', 'planned']);
  const planned = await runOf(context, id);
  assert.equal(
    [planned['has-changes'], planned.actions],
    [true, { 'is-cancelable': false, 'is-confirmable': true, 'is-discardable': true, 'is-force-cancelable': false }],
  );
  assert.is((await ask(`POST /runs/${id}/actions/apply`)).status, 202);
  await pass(200);
  const after = await runOf(context, id);
  assert.equal([after.status, after.actions], ['applied', noActions]);
  assert.equal(after['status-timestamps'], {
    'pending-at': '2026-05-01T12:00:00.000Z',
    'plan-queueable-at': '2026-05-01T12:00:00.000Z',
    'fetching-at': '2026-05-01T12:00:00.100Z',
    'planning-at': '2026-05-01T12:00:00.200Z',
    'planned-at': '2026-05-01T12:00:00.300Z',
    'confirmed-at': '2026-05-01T12:00:00.400Z',
    'applying-at': '2026-05-01T12:00:00.500Z',
    'applied-at': '2026-05-01T12:00:00.600Z',
  });
  const { attributes } = await workspaceOf(context, web);
  assert.equal(
    [
      attributes['latest-change-at'],
      attributes['workspace-kpis-runs-count'],
      attributes['run-failures'],
      attributes['plan-duration-average'],
      attributes['apply-duration-average'],
    ],
    ['2026-05-01T12:00:00.600Z', 1, 0, 100, 100],
  );
});

runs('applies by itself where it or its workspace says so', async (context) => {
  const { passTime: pass, createWorkspaceId: id } = context;
  const own = await begun(context, { 'auto-apply': true });
  const auto = await id('auto', { 'auto-apply': true });
  const inherited = await begun(context, {}, auto);
  const not = await begun(context, { 'auto-apply': false }, await id('other', { 'auto-apply': true }));
  await pass(1000);
  assert.equal(
    [(await runOf(context, own)).status, (await runOf(context, inherited)).status, (await runOf(context, not)).status],
    ['applied', 'applied', 'planned'],
  );
});

runs('discarded, canceled: only where that means something', async (context) => {
  const { request: ask, passTime: pass, web } = context;
  const act = (id: string, action: string) => ask(`POST /runs/${id}/actions/${action}`);
  const id = await begun(context);
  assert.equal(
    [listErrors(await act(id, 'apply')), listErrors(await act(id, 'discard'))],
    [[['409', 'a run that is pending cannot be applied']], [['409', 'a run that is pending cannot be discarded']]],
  );
  await pass(1000);
  assert.equal(listErrors(await act(id, 'cancel')), [['409', 'a run that is planned cannot be canceled']]);
  assert.is((await act(id, 'discard')).status, 202);
  assert.equal(
    [(await runOf(context, id)).status, listErrors(await act(id, 'apply'))],
    ['discarded', [['409', 'a run that is discarded cannot be applied']]],
  );
  const second = await begun(context);
  await pass(200);
  assert.equal([(await act(second, 'cancel')).status, (await runOf(context, second)).status, await pass(1000)], [202, 'canceled', 0]);
  assert.equal(
    [(await workspaceOf(context, web)).attributes['workspace-kpis-runs-count'], listErrors(await act('run-none', 'apply'))],
    [2, [['404', 'the run run-none was not found, or this token has no access to it']]],
  );
});

runs.run();
