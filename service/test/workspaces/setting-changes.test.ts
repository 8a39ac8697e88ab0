import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createWorkspaceTestService, type WorkspaceTestService, summarizeErrors } from './support.ts';
import { document } from '../documents.ts';

const settings = suite<WorkspaceTestService & { pool: string }>('workspace settings: changes');
settings.before.each(async (context) => {
  Object.assign(context, await createWorkspaceTestService());
  context.pool = (await context.create('POST /organizations/acme/agent-pools', document('agent-pools', { name: 'ours' }))).id;
});
settings.after.each(async ({ close }) => {
  await close();
});

const execution = (answer: any) => {
  const {
    data: { attributes: of, relationships },
  } = answer.body;
  return [
    of['execution-mode'],
    of.operations,
    of['agent-pool-id'],
    relationships['agent-pool'].data?.id ?? null,
    of['setting-overwrites']['execution-mode'],
    of['setting-overwrites']['agent-pool'],
  ];
};

settings('a pool goes with agents, exists, and leaves with them', async ({ createWorkspace: make, patch, pool }) => {
  const at = '/data/attributes/agent-pool-id';
  assert.equal(summarizeErrors(await make('a', { 'execution-mode': 'agent' })), [422, at]);
  assert.equal(summarizeErrors(await make('a', { 'execution-mode': 'remote', 'agent-pool-id': pool })), [422, at]);
  assert.equal(summarizeErrors(await make('a', { 'execution-mode': 'local', 'agent-pool-id': pool })), [422, at]);
  assert.equal(summarizeErrors(await make('a', { operations: true, 'agent-pool-id': pool })), [422, at]);
  assert.equal(summarizeErrors(await make('a', { 'agent-pool-id': pool })), [422, at], "the organization's mode is remote");
  assert.equal(summarizeErrors(await make('a', { 'execution-mode': 'agent', 'agent-pool-id': 'apool-none' })), [422, at]);
  const made = await make('a', { 'execution-mode': 'agent', 'agent-pool-id': pool });
  assert.equal(execution(made), ['agent', true, pool, pool, false, false]);
  const { id } = made.body.data;
  assert.equal(summarizeErrors(await patch(id, { 'agent-pool-id': null })), [422, at]);
  assert.equal(execution(await patch(id, { description: 'x' })), ['agent', true, pool, pool, false, false]);
  assert.equal(execution(await patch(id, { 'execution-mode': 'remote' })), ['remote', true, null, null, false, true]);
  assert.equal(execution(await patch(id, { 'execution-mode': 'agent', 'agent-pool-id': pool })), ['agent', true, pool, pool, false, false]);
  assert.equal(execution(await patch(id, { operations: false })), ['local', false, null, null, false, true]);
});

settings(
  'an engine version is any version, or a constraint that a known release meets; its text stays',
  async ({ createWorkspace: make, patch, createWorkspaceId: id }) => {
    const version = async (text: unknown) => {
      const made = await patch(await id(`w${counter++}`), { 'engine-version': text });
      return made.status === 200 ? made.body.data.attributes['engine-version'] : summarizeErrors(made);
    };
    let counter = 0;
    for (const text of [
      '1.5.7',
      '~> 1.5.0',
      '~> 1.0',
      '>= 1.2, < 1.3',
      '!= 1.5.7',
      '= 1.0.0',
      '> 1.10',
      '<1.0.0',
      'latest',
      '~>1',
      '0.1.0',
      '1.5.8',
      '1.20.0-beta1',
    ])
      assert.is(await version(text), text, text);
    for (const text of ['1.5', '~> 2.0', '~> 1.5.8', '>= 1.0, < 1.0', '>', 'one', '', '1.5.7,', `~> 1.0${' '.repeat(300)}`])
      assert.equal(await version(text), [422, '/data/attributes/engine-version'], JSON.stringify(text));
    assert.is((await make('latest')).body.data.attributes['engine-version'], '1.11.4');
    const refusal = await make('old', { 'engine-version': '~> 0.1.0' });
    assert.is(
      refusal.body.errors[0].detail,
      'no engine release matches "~> 0.1.0"; expected a version such as 1.11.4 or a constraint such as ~> 1.0.0',
    );
  },
);

settings("the default of global-remote-state is the operator's", async () => {
  const { createWorkspace: make, close } = await createWorkspaceTestService({
    settings: { edition: 'self-hosted', globalRemoteState: true },
  });
  assert.is((await make('a')).body.data.attributes['global-remote-state'], true);
  assert.is((await make('b', { 'global-remote-state': false })).body.data.attributes['global-remote-state'], false);
  await close();
});

settings(
  'assessments need the top tier, a remote workspace and a new engine',
  async ({ createWorkspace: make, patch, request: ask, createWorkspaceId: id }) => {
    const at = '/data/attributes/assessments-enabled';
    const on = { 'assessments-enabled': true };
    assert.is((await make('ok', on)).body.data.attributes['assessments-enabled'], true);
    assert.equal(summarizeErrors(await make('a', { ...on, 'execution-mode': 'local' })), [422, at]);
    const old = await createWorkspaceTestService({ settings: { engineVersions: ['0.15.3', '1.0.0'] } });
    assert.equal(summarizeErrors(await old.createWorkspace('a', { ...on, 'engine-version': '0.15.3' })), [422, at]);
    assert.is((await old.createWorkspace('a', { ...on, 'engine-version': '1.0.0' })).status, 201);
    await old.close();
    const free = await createWorkspaceTestService({ settings: { tier: 'free' } });
    assert.equal(summarizeErrors(await free.createWorkspace('a', on)), [422, at]);
    await free.close();
    const hosted = await createWorkspaceTestService({ settings: { edition: 'self-hosted' } });
    assert.equal(summarizeErrors(await hosted.createWorkspace('a', on)), [422, at]);
    assert.equal(summarizeErrors(await hosted.createWorkspace('a', { 'assessments-enabled': false })), [422, at]);
    await hosted.close();
    const web = await id('web', on);
    assert.equal(summarizeErrors(await patch(web, { 'execution-mode': 'local' })), [422, at], 'they are switched off first');
    assert.is((await patch(web, { 'execution-mode': 'local', 'assessments-enabled': false })).status, 200);
    await ask('PATCH /organizations/acme', document('organizations', { 'assessments-enforced': true }));
    assert.is((await make('enforced', { 'assessments-enabled': false })).body.data.attributes['assessments-enabled'], true);
    assert.is(
      (await ask(`GET /workspaces/${web}`)).body.data.attributes['assessments-enabled'],
      false,
      'what runs locally cannot be assessed',
    );
  },
);

settings(
  "idle time destroys: its own, else the project's",
  async ({ createWorkspace: make, request: ask, createWorkspaceId: id, project, patch, change }) => {
    const destroy = (answer: any) => {
      const of = answer.body.data.attributes;
      return [of['auto-destroy-at'], of['auto-destroy-activity-duration'], of['inherits-project-auto-destroy'], of['auto-destroy-status']];
    };
    for (const duration of ['14d', '1h', '9999d'])
      assert.is((await make(`w${duration}`, { 'auto-destroy-activity-duration': duration })).status, 201);
    for (const duration of ['0d', '00h', '10000d', '14', 'd', '14m', '-1d', '1.5d', 14])
      assert.equal(
        summarizeErrors(await make('w', { 'auto-destroy-activity-duration': duration })),
        [422, '/data/attributes/auto-destroy-activity-duration'],
        String(duration),
      );
    assert.equal(destroy(await make('a', { 'auto-destroy-activity-duration': '2d' })), [
      '2026-05-03T12:00:00.000Z',
      '2d',
      false,
      'scheduled',
    ]);
    assert.equal(destroy(await make('b', { 'auto-destroy-at': '2026-07-01T00:00:00+02:00' })), [
      '2026-06-30T22:00:00.000Z',
      null,
      false,
      'scheduled',
    ]);
    const lab = await project('lab', { 'auto-destroy-activity-duration': '12h' });
    const web = await id('web', {}, { project: { data: { type: 'projects', id: lab } } });
    assert.equal(destroy(await ask(`GET /workspaces/${web}`)), ['2026-05-02T00:00:00.000Z', null, true, 'scheduled']);
    await change(web, { latestChangeAt: '2026-05-02T12:00:00.000Z' });
    assert.equal(destroy(await ask(`GET /workspaces/${web}`)), ['2026-05-03T00:00:00.000Z', null, true, 'scheduled']);
    assert.equal(destroy(await patch(web, { 'auto-destroy-activity-duration': '1d' })), [
      '2026-05-03T12:00:00.000Z',
      '1d',
      false,
      'scheduled',
    ]);
  },
);

settings(
  "a project is one of the organization's; a move takes what it decides along",
  async ({ createWorkspace: make, patch, createWorkspaceId: id, project, request: ask }) => {
    const at = '/data/relationships/project/data/id';
    const to = (other: unknown, type = 'projects') => ({ project: { data: { type, id: other } } });
    assert.equal(summarizeErrors(await make('a', {}, to('prj-none'))), [422, at]);
    await ask('POST /organizations', document('organizations', { name: 'other' }));
    const foreign = (await ask('GET /organizations/other')).body.data.relationships['default-project'].data.id;
    assert.equal(summarizeErrors(await make('a', {}, to(foreign))), [422, at]);
    assert.equal(summarizeErrors(await make('a', {}, to('prj-x', 'workspaces'))), [422, '/data/relationships/project/data/type']);
    const web = await id('web');
    const home = (await ask(`GET /workspaces/${web}`)).body.data.relationships.project.data.id;
    const payments = await project('payments');
    assert.is((await patch(web, {}, to(payments))).body.data.relationships.project.data.id, payments);
    assert.equal((await ask(`GET /projects/${payments}`)).body.data.attributes['workspace-count'], 1);
    assert.equal(summarizeErrors(await patch(web, {}, to('prj-none'))), [422, at]);
    assert.is(
      (await patch(web, {}, { project: { data: null } })).body.data.relationships.project.data.id,
      home,
      'null is the default project',
    );
    assert.equal((await ask(`GET /projects/${payments}`)).body.data.attributes['workspace-count'], 0);
  },
);

settings.run();
