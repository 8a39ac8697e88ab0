import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createWorkspaceTestService, type WorkspaceTestService, summarizeErrors } from './support.ts';

const retention = suite<WorkspaceTestService & { web: string; path: string }>('data retention policy');
retention.before.each(async (context) => {
  Object.assign(context, await createWorkspaceTestService({ settings: { edition: 'self-hosted' } }));
  context.web = await context.createWorkspaceId('web');
  context.path = `/workspaces/${context.web}/relationships/data-retention-policy`;
});
retention.after.each(async ({ close }) => {
  await close();
});

const olders = (days: unknown, type = 'data-retention-policy-delete-olders') => ({
  data: { type, attributes: { 'delete-older-than-n-days': days } },
});
const never = { data: { type: 'data-retention-policy-dont-deletes', attributes: {} } };

retention('set, shown, replaced, removed', async ({ request: ask, path, web }) => {
  assert.equal((await ask(`GET ${path}`)).body, { data: null });
  const set = await ask(`POST ${path}`, olders(30));
  assert.is(set.status, 200);
  const { id } = set.body.data;
  assert.match(id, /^drp-/);
  assert.equal(set.body, {
    data: {
      id,
      type: 'data-retention-policy-delete-olders',
      attributes: { 'delete-older-than-n-days': 30 },
      relationships: { workspace: { data: { id: web, type: 'workspaces' } } },
      links: { self: `/api/v2/workspaces/${web}/relationships/data-retention-policy` },
    },
  });
  assert.equal((await ask(`GET ${path}`)).body, set.body);
  assert.equal((await ask(`GET /workspaces/${web}`)).body.data.relationships['data-retention-policy'], {
    data: { id, type: 'data-retention-policy-delete-olders' },
  });
  const kept = await ask(`PATCH ${path}`, never);
  assert.equal([kept.status, kept.body.data.type, kept.body.data.attributes], [200, 'data-retention-policy-dont-deletes', {}]);
  assert.equal(
    (await ask(`POST ${path}`, olders(7, 'data-retention-policies'))).body.data.attributes,
    { 'delete-older-than-n-days': 7 },
    'the old type is still taken',
  );
  const gone = await ask(`DELETE ${path}`);
  assert.equal([gone.status, gone.body], [204, undefined]);
  assert.equal((await ask(`GET ${path}`)).body, { data: null });
  assert.is((await ask(`DELETE ${path}`)).status, 404);
});

retention('days are whole and positive, types are known', async ({ request: ask, path }) => {
  for (const days of [0, -1, 1.5, '30', null, undefined, 36_501])
    assert.equal(
      summarizeErrors(await ask(`POST ${path}`, olders(days))),
      [422, '/data/attributes/delete-older-than-n-days'],
      String(days),
    );
  assert.equal(summarizeErrors(await ask(`POST ${path}`, olders(1, 'policies'))), [422, '/data/type']);
});

retention('readers read, administrators set', async ({ path, web, member, grant, as }) => {
  const { token, team } = await member('rita');
  await grant('team-workspaces', team, web, { access: 'read' });
  assert.is((await as(token)(`GET ${path}`)).status, 200);
  assert.is((await as(token)(`POST ${path}`, never)).status, 404);
  assert.is((await as(token)(`DELETE ${path}`)).status, 404);
});

retention('the hosted edition has none, and says so', async () => {
  const { request: ask, createWorkspaceId: id, close } = await createWorkspaceTestService();
  const path = `/workspaces/${await id('web')}/relationships/data-retention-policy`;
  const none = {
    errors: [
      {
        status: '404',
        title: 'not found',
        detail: 'only the self-hosted edition has data retention policies; this service is of the hosted edition',
      },
    ],
  };
  for (const row of [`GET ${path}`, `DELETE ${path}`]) assert.equal((await ask(row)).body, none);
  for (const row of [`POST ${path}`, `PATCH ${path}`])
    assert.equal([(await ask(row, never)).status, (await ask(row, never)).body], [404, none]);
  await close();
});

retention.run();
