import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { TestResponse } from '../support.ts';
import { md5Of, renderStateFile } from './state-files.ts';
import { createWorkspaceTestService, type WorkspaceTestService } from './support.ts';

type Send = (method: string, body?: string, token?: string) => Promise<TestResponse>;
const backend = suite<WorkspaceTestService & { send: Send; web: string }>('the state backend');
const path = '/organizations/acme/workspaces/web/state';
backend.before.each(async (context) => {
  Object.assign(context, await createWorkspaceTestService());
  context.web = await context.createWorkspaceId('web');
  // As the engine sends it: the token is the password.
  context.send = (line, body, token = 'owner-token') => {
    const [method, query = ''] = line.split(' ');
    const headers = {
      authorization: `Basic ${Buffer.from(`slipway:${token}`).toString('base64')}`,
      ...(body === undefined
        ? {}
        : { 'content-type': 'application/json', 'content-md5': Buffer.from(md5Of(body), 'hex').toString('base64') }),
    };
    return context.request(`${method} ${path}${query}`, body === undefined ? undefined : Buffer.from(body), { token: null, headers });
  };
});
backend.after.each(async ({ close }) => {
  await close();
});
const lockOf = (id: string): string =>
  JSON.stringify({ ID: id, Operation: 'OperationTypeApply', Info: '', Who: 'olivia@laptop', Version: '1.11.4', Created: '', Path: '' });
const detailOf = (response: TestResponse): unknown => [response.status, response.body.errors[0].detail];

backend('the engine locks, writes under its lock, reads and unlocks; each write is a state version', async ({ send, request }) => {
  assert.is((await send('GET')).status, 204);
  assert.is((await send('LOCK', lockOf('one'))).status, 200);
  const document = (await request('GET /organizations/acme/workspaces/web')).body.data;
  assert.equal([document.attributes.locked, document.attributes['locked-reason']], [true, 'apply, olivia@laptop']);
  assert.is((await send('POST ?ID=one', renderStateFile(1, 'blue'))).status, 200);
  assert.is((await send('POST ?ID=one', renderStateFile(2, 'blue', 'red'))).status, 200);
  assert.is((await send('UNLOCK', lockOf('one'))).status, 200);
  const { headers, body } = await send('GET');
  assert.equal(body, JSON.parse(renderStateFile(2, 'blue', 'red')));
  assert.is(headers.get('content-md5'), Buffer.from(md5Of(renderStateFile(2, 'blue', 'red')), 'hex').toString('base64'));
  const query = 'filter[organization][name]=acme&filter[workspace][name]=web';
  assert.equal(
    (await request(`GET /state-versions?${query}`)).body.data.map(({ attributes: { serial, lineage, status, md5 } }: any) => [
      serial,
      lineage,
      status,
      md5,
    ]),
    [
      [2, 'lin-1', 'finalized', md5Of(renderStateFile(2, 'blue', 'red'))],
      [1, 'lin-1', 'finalized', md5Of(renderStateFile(1, 'blue'))],
    ],
  );
});
backend(
  'who comes second gets 423 with the lock, and the name of its holder in the ID, which engines show',
  async ({ send, member, grant, web }) => {
    const other = await member('peter');
    await grant('team-workspaces', other.team, web, { access: 'write' });
    await send('LOCK', lockOf('one'));
    const refused = await send('LOCK', lockOf('two'), other.token);
    assert.is(refused.status, 423);
    assert.is(refused.headers.get('content-type'), 'application/json');
    assert.equal(refused.body, {
      ID: 'one (held by User olivia)',
      Operation: 'OperationTypeApply',
      Info: '',
      Who: 'User olivia, olivia@laptop',
      Version: '1.11.4',
      Created: '2026-05-01T12:00:00.000Z',
      Path: '',
    });
    assert.is((await send('LOCK', lockOf('two'))).status, 423, 'another engine of the same user');
    assert.is((await send('LOCK', lockOf('one'))).status, 200, 'the same request once more');
    assert.is((await send('POST ?ID=two', renderStateFile(1), other.token)).status, 423);
    assert.is((await send('POST ?ID=two', renderStateFile(1))).status, 423);
    assert.equal(detailOf(await send('UNLOCK', lockOf('two'), other.token)), [
      409,
      'the lock two is not held any more: the workspace is locked by User olivia',
    ]);
    assert.is((await send('UNLOCK', undefined, other.token)).status, 404, 'force-unlock is for administrators');
    assert.is((await send('GET')).status, 204);
  },
);
backend('the lock is that of the workspace, taken through either API', async ({ send, request, web }) => {
  await request(`POST /workspaces/${web}/actions/lock`, { reason: 'frozen' });
  const refused = await send('LOCK', lockOf('one'));
  assert.equal([refused.status, refused.body.ID, refused.body.Operation], [423, `${web} (held by User olivia)`, 'frozen']);
  assert.is((await send('POST', renderStateFile(1))).status, 200, 'whoever holds the lock writes');
  await request(`POST /workspaces/${web}/actions/unlock`);
  await send('LOCK', lockOf('one'));
  const locked = await request(`POST /workspaces/${web}/actions/lock`);
  assert.equal(detailOf(locked), [409, 'the workspace is already locked: it is locked by User olivia']);
  assert.is((await request(`POST /workspaces/${web}/actions/force-unlock`)).status, 200);
  assert.equal(detailOf(await send('POST ?ID=one', renderStateFile(2))), [
    409,
    'the lock one is not held any more: the workspace is unlocked',
  ]);
  assert.equal(detailOf(await send('UNLOCK', lockOf('one'))), [409, 'the workspace is already unlocked']);
  await send('LOCK', lockOf('two'));
  assert.is((await send('UNLOCK')).status, 200, "the engine's force-unlock of Terraform names no lock");
});
backend("OpenTofu's force-unlock names a lock by its ID alone, as the refusal shows it", async ({ send, request, web }) => {
  const onlyId = (id: string): string =>
    JSON.stringify({ ID: id, Operation: '', Info: '', Who: '', Version: '', Created: '0001-01-01T00:00:00Z', Path: '' });
  await send('LOCK', lockOf('one'));
  assert.equal(detailOf(await send('UNLOCK', onlyId('two'))), [
    409,
    'the lock two is not held any more: the workspace is locked by User olivia',
  ]);
  assert.is((await send('UNLOCK', onlyId('one'))).status, 200);
  await request(`POST /workspaces/${web}/actions/lock`);
  assert.is((await send('UNLOCK', onlyId(`${web} (held by User olivia)`))).status, 200);
  assert.is((await request(`GET /workspaces/${web}`)).body.data.attributes.locked, false);
});
backend('without a lock only the successor of the current state is written', async ({ send }) => {
  assert.is((await send('POST', renderStateFile(2))).status, 200);
  assert.is((await send('POST', renderStateFile(2))).status, 200, 'the same request once more');
  assert.equal(detailOf(await send('POST', renderStateFile(2, 'red'))), [
    409,
    'the serial 2 is not above that of the current state version, 2; write it under a lock',
  ]);
  assert.equal(detailOf(await send('POST', renderStateFile(3).replace('lin-1', 'lin-2'))), [
    409,
    'the lineage lin-2 is not that of the current state version, lin-1; write it under a lock',
  ]);
  await send('LOCK', lockOf('one'));
  assert.is((await send('POST ?ID=one', renderStateFile(1, 'red').replace('lin-1', 'lin-2'))).status, 200, 'state push -force');
});
backend('deleting the state removes it from this workspace only, and it can be restored', async ({ send, request, web }) => {
  await send('POST', renderStateFile(1, 'blue'));
  assert.is((await send('DELETE')).status, 200);
  assert.is((await send('GET')).status, 204);
  assert.is((await request(`GET /workspaces/${web}`)).body.data.attributes['resource-count'], 0);
  const [version] = (await request('GET /state-versions?filter[organization][name]=acme&filter[workspace][name]=web')).body.data;
  await request(`POST /workspaces/${web}/actions/lock`);
  const document = {
    type: 'state-versions',
    relationships: { 'rollback-state-version': { data: { type: 'state-versions', id: version.id } } },
  };
  assert.is((await request(`PATCH /workspaces/${web}/state-versions`, { data: document })).status, 201);
  assert.is((await send('GET')).body.resources.length, 3);
});
backend('what is no state or no lock, or was changed on the way, is refused', async ({ send, request }) => {
  assert.equal(detailOf(await send('POST')), [422, 'expected the state file as the body of the request']);
  assert.equal(detailOf(await send('POST', '{"version":4}')), [422, 'expected a state file with its `serial`, a whole number']);
  assert.is((await send('POST', 'no JSON')).status, 422);
  const headers = { 'content-md5': Buffer.from(md5Of('other'), 'hex').toString('base64') };
  assert.match(
    (await request(`POST ${path}`, Buffer.from(renderStateFile(1)), { headers })).body.errors[0].detail,
    `the state's MD5 sum is ${md5Of(renderStateFile(1))}; ${md5Of('other')} was announced`,
  );
  assert.is((await request(`POST ${path}`, Buffer.from('{}'), { headers: { 'content-md5': 'short' } })).status, 400);
  assert.equal(detailOf(await send('LOCK')), [422, 'expected the lock as a JSON object, with its `ID`']);
  assert.equal(detailOf(await send('LOCK', '{"ID":7}')), [422, 'expected the ID of the lock as text']);
  assert.equal(detailOf(await send('LOCK', JSON.stringify({ ID: 'x', Info: 'i'.repeat(9000) }))), [
    422,
    'a lock has at most 8192 characters as JSON',
  ]);
  assert.is((await send('GET', undefined, 'wrong')).status, 401);
  assert.is((await request('GET /organizations/acme/workspaces/none/state')).status, 404);
});
backend.run();
