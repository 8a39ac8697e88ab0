import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createWorkspaceTestService, type WorkspaceTestService, summarizeErrors } from './support.ts';
import { document } from '../documents.ts';

const settings = suite<WorkspaceTestService & { pool: string }>('workspace settings');
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

settings(
  'names hold letters, digits, - and _, at most 90, and are required',
  async ({ request: ask, createWorkspace: make, patch, createWorkspaceId: id }) => {
    for (const name of ['', 'a b', 'a.b', 'é', 'a/b', 'x'.repeat(91), 7, null, ['a']])
      assert.equal(summarizeErrors(await make(name as string)), [422, '/data/attributes/name'], JSON.stringify(name));
    assert.equal(summarizeErrors(await ask('POST /organizations/acme/workspaces', document('workspaces', {}))), [
      422,
      '/data/attributes/name',
    ]);
    assert.is((await make('x'.repeat(90))).status, 201);
    const taken = await make('x'.repeat(90));
    assert.equal(summarizeErrors(taken), [422, '/data/attributes/name']);
    assert.equal(summarizeErrors(await patch(await id('web'), { name: null })), [422, '/data/attributes/name']);
  },
);

settings('a malformed document is refused where it is malformed', async ({ request: ask, createWorkspaceId: id, patch }) => {
  const path = 'POST /organizations/acme/workspaces';
  for (const [body, at] of [
    [{ data: { type: 'varsets', attributes: { name: 'a' } } }, '/data/type'],
    [{ data: [] }, '/data'],
    [{}, '/data'],
    [[], '/data'],
    [{ data: { type: 'workspaces', attributes: [] } }, '/data/attributes'],
    [{ data: { type: 'workspaces', attributes: { name: 'a' }, relationships: 'x' } }, '/data/relationships'],
  ] as const)
    assert.equal(summarizeErrors(await ask(path, body)), [422, at], JSON.stringify(body));
  for (const [name, at] of [
    ['tags', '/data/relationships/tags/data/0'],
    ['tag-bindings', '/data/relationships/tag-bindings/data'],
  ] as const)
    assert.equal(summarizeErrors(await ask(path, document('workspaces', { name: 'a' }, { [name]: { data: [null, 3] } })))[1], at);
  assert.is((await ask(path, '{"data":')).status, 422);
  assert.is((await ask(path, { data: {} }, { headers: { 'content-type': 'text/plain' } })).status, 415);
  const web = await id('web');
  const wrong = await patch(web, {
    'allow-destroy-plan': 'yes',
    'auto-apply': 1,
    'auto-destroy-at': 'soon',
    'auto-destroy-activity-duration': '0d',
    description: 5,
    'execution-mode': 'cloud',
    'trigger-patterns': 'a',
    'trigger-prefixes': [1],
    'queue-all-runs': {},
    'setting-overwrites': true,
    'global-remote-state': 'x',
  });
  assert.equal(summarizeErrors(await patch(web, { 'vcs-repo': 'acme/web' }))[1], '/data/attributes/vcs-repo');
  assert.is(wrong.status, 422);
  assert.equal(summarizeErrors(wrong).slice(1).sort(), [
    '/data/attributes/allow-destroy-plan',
    '/data/attributes/auto-apply',
    '/data/attributes/auto-destroy-activity-duration',
    '/data/attributes/auto-destroy-at',
    '/data/attributes/description',
    '/data/attributes/execution-mode',
    '/data/attributes/global-remote-state',
    '/data/attributes/queue-all-runs',
    '/data/attributes/setting-overwrites',
    '/data/attributes/trigger-patterns',
    '/data/attributes/trigger-prefixes/0',
  ]);
});

settings(
  'trigger-patterns excludes trigger-prefixes, in one request and over two',
  async ({ request: ask, createWorkspaceId: id, patch }) => {
    const both = { 'trigger-patterns': ['a/**'], 'trigger-prefixes': ['b'] };
    const made = await ask('POST /organizations/acme/workspaces', document('workspaces', { name: 'a', ...both }));
    assert.equal(
      [made.status, made.body.errors.map(({ detail, source }: any) => [detail, source.pointer])],
      [
        422,
        [['a workspace has trigger-patterns or trigger-prefixes, not both: send [] for the other', '/data/attributes/trigger-patterns']],
      ],
    );
    const web = await id('web', { 'trigger-patterns': ['a/**'] });
    assert.equal(summarizeErrors(await patch(web, { 'trigger-prefixes': ['b'] })), [422, '/data/attributes/trigger-prefixes']);
    assert.is((await patch(web, { 'trigger-prefixes': ['b'], 'trigger-patterns': [] })).status, 200);
    assert.is((await patch(web, { 'trigger-patterns': ['a/**'], 'trigger-prefixes': null })).status, 200);
  },
);

settings('setting-overwrites names the settings that are inherited, and no others', async ({ createWorkspaceId: id, patch }) => {
  const web = await id('web');
  const wrong = await patch(web, { 'setting-overwrites': { 'execution-mode': true, 'auto-apply': false, agent_pool: true } });
  assert.equal(
    [wrong.status, wrong.body.errors.map(({ detail, source }: any) => [detail, source.pointer])],
    [
      422,
      [
        [
          '"auto-apply" is no setting that a workspace inherits; expected execution-mode, agent-pool',
          '/data/attributes/setting-overwrites/auto-apply',
        ],
        [
          '"agent_pool" is no setting that a workspace inherits; expected execution-mode, agent-pool',
          '/data/attributes/setting-overwrites/agent_pool',
        ],
      ],
    ],
  );
});

settings('what is read-only or unknown is refused by name', async ({ request: ask, createWorkspaceId: id }) => {
  const web = await id('web');
  const shown = (await ask(`GET /workspaces/${web}`)).body.data;
  const send = (attributes: object) => ask(`PATCH /workspaces/${web}`, { data: { ...shown, relationships: {}, attributes } });
  const refusal = await send({ locked: true, 'resource-count': 9, surprise: 1, 'auto-apply': true });
  assert.equal(
    [refusal.status, refusal.body.errors.map(({ source }: any) => source.pointer)],
    [422, ['/data/attributes/locked', '/data/attributes/resource-count', '/data/attributes/surprise']],
  );
  const { 'execution-mode': mode, 'setting-overwrites': overwrites, name } = shown.attributes;
  const same = await send({ name, 'execution-mode': mode, 'setting-overwrites': overwrites });
  assert.is(same.status, 200, JSON.stringify(same.body));
  assert.equal(
    execution(same),
    ['remote', true, null, null, true, true],
    'a mode that is the inherited one, said to be inherited, stays so',
  );
});

settings(
  'the mode comes from the project, else from the organization, unless it is its own',
  async ({ request: ask, createWorkspaceId: id, patch, project, pool }) => {
    const web = await id('web');
    const show = async () => execution(await ask(`GET /workspaces/${web}`));
    assert.equal(await show(), ['remote', true, null, null, true, true]);
    await ask('PATCH /organizations/acme', document('organizations', { 'default-execution-mode': 'local' }));
    assert.equal(await show(), ['local', false, null, null, true, true]);
    const agents = await project('agents', { 'default-execution-mode': 'agent', 'default-agent-pool-id': pool });
    await patch(web, {}, { project: { data: { type: 'projects', id: agents } } });
    assert.equal(await show(), ['agent', true, pool, pool, true, true]);
    assert.equal(execution(await patch(web, { 'execution-mode': 'remote' })), ['remote', true, null, null, false, true]);
    assert.equal(
      execution(await patch(web, { 'setting-overwrites': { 'execution-mode': true } })),
      ['agent', true, pool, pool, true, true],
      'true alone gives it back',
    );
    assert.equal(
      execution(await patch(web, { 'setting-overwrites': { 'execution-mode': false } })),
      ['agent', true, pool, pool, false, true],
      'false alone keeps what applies',
    );
    assert.equal(execution(await patch(web, { 'execution-mode': null })), ['agent', true, pool, pool, true, true]);
  },
);

settings('false overwrites with the mode that is sent; true needs one on create', async ({ createWorkspace: make }) => {
  assert.equal(execution(await make('a', { 'execution-mode': 'local', 'setting-overwrites': { 'execution-mode': false } })), [
    'local',
    false,
    null,
    null,
    false,
    true,
  ]);
  assert.equal(summarizeErrors(await make('b', { 'setting-overwrites': { 'execution-mode': true } })), [
    422,
    '/data/attributes/execution-mode',
  ]);
  assert.equal(
    execution(await make('c', { 'execution-mode': 'local', 'setting-overwrites': { 'execution-mode': true, 'agent-pool': false } })),
    ['local', false, null, null, true, false],
    'a mode that is sent is its own; the flag is told as it was sent',
  );
});

settings('operations is the old spelling of the mode', async ({ createWorkspace: make, patch }) => {
  const off = await make('off', { operations: false });
  assert.equal(execution(off), ['local', false, null, null, false, true]);
  assert.equal(execution(await patch(off.body.data.id, { operations: true })), ['remote', true, null, null, false, true]);
  assert.equal(summarizeErrors(await make('both', { operations: true, 'execution-mode': 'remote' })), [422, '/data/attributes/operations']);
});

settings.run();
