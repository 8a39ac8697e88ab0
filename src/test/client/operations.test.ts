import nock from 'nock';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openServiceClient } from '../../client/open-service-client.ts';
import { workspaceOperations } from '../../client/operations/workspace-operations.ts';
import { workspacesClient } from '../../client/operations/workspaces-client.ts';
import { consumersAndTags } from './exchanges/consumers-and-tags.ts';
import { workspaceDocument, workspaceValues } from './exchanges/exchange.ts';
import { retentionAndNoCode } from './exchanges/retention-and-no-code.ts';
import { variableSets } from './exchanges/variable-sets.ts';
import { workspaces } from './exchanges/workspaces.ts';

const address = 'https://ws.example.com';
const client = workspacesClient(openServiceClient({ service: 'workspaces', address, token: 'tok-operations-1', organization: 'acme' }));

const cases = { ...variableSets, ...workspaces, ...consumersAndTags, ...retentionAndNoCode };

const Operations = suite('client operations');
Operations.before(() => {
  if (!nock.isActive()) nock.activate();
});
Operations.after.each(() => {
  nock.cleanAll();
});
Operations.after(() => nock.restore());

for (const [name, { row, call, request, body = '', status = 200, answer, result }] of Object.entries(cases))
  Operations(`${name} is ${row}`, async () => {
    let sent = '';
    const [method, target] = request.split(' ') as [string, string];
    nock(address)
      .intercept(/.*/, method)
      .reply(function (uri, given) {
        sent = `${method} ${uri.replace('/api/v2', '')}\n${typeof given === 'string' ? given : JSON.stringify(given)}`;
        return [status, answer ?? ''];
      });
    const got = await call(client);
    assert.is(sent, `${method} ${target}\n${body}`);
    assert.equal(got, result);
    assert.is(workspaceOperations.find((operation) => operation.client === name)?.row, row);
  });

Operations('every operation of the table has an exchange here', () => {
  assert.equal(
    workspaceOperations.map((operation) => operation.client).filter((name) => !(name in cases)),
    [],
  );
  assert.is(workspaceOperations.length, 50);
});

Operations('an empty part of a path is refused: it would name another path', async () => {
  await client.variableSets.delete('').then(
    () => assert.unreachable(),
    (error: Error) => assert.match(error.message, 'DELETE /varsets/{varset_id} needs varset_id, and was given ""'),
  );
  await client.workspaces.show('..').then(
    () => assert.unreachable(),
    (error: Error) => assert.match(error.message, 'was given ".."'),
  );
});

Operations('a part of a path is percent-encoded', async () => {
  nock(address).get('/api/v2/organizations/acme/workspaces/a%2F..%2Fb').reply(200, workspaceDocument);
  assert.is((await client.workspaces.showByName('acme', 'a/../b')).id, 'ws-1');
});

Operations('a name that is not an attribute is refused', async () => {
  await client.workspaces.update('ws-1', { auto_aply: true } as never).then(
    () => assert.unreachable(),
    (error: Error) => assert.is(error.message, 'workspaces have no auto_aply'),
  );
});

Operations('in the hosted profile the words on the wire are the hosted ones, and back', async () => {
  const hosted = workspacesClient(openServiceClient({ service: 'workspaces', address, token: 'tok-operations-1', dialect: 'hosted' }));
  nock(address)
    .patch('/api/v2/workspaces/ws-1', { data: { id: 'ws-1', type: 'workspaces', attributes: { 'terraform-version': '1.8.0' } } })
    .reply(200, { data: { id: 'ws-1', type: 'workspaces', attributes: { 'terraform-version': '1.8.0' } } });
  assert.equal(await hosted.workspaces.update('ws-1', { engine_version: '1.8.0' }), {
    id: 'ws-1',
    engine_version: '1.8.0',
    html_url: null,
  });
});

Operations('a create whose answer was lost is looked for: what is as asked is the answer', async () => {
  nock(address).post('/api/v2/organizations/acme/workspaces').reply(502);
  nock(address).get('/api/v2/organizations/acme/workspaces/app').reply(200, workspaceDocument);
  assert.equal(await client.workspaces.create('acme', { name: 'app', execution_mode: 'remote' }), workspaceValues);
});

Operations("what is there and is not as asked is somebody else's: the create is sent again and refused", async () => {
  nock(address).post('/api/v2/organizations/acme/workspaces').reply(502);
  nock(address).get('/api/v2/organizations/acme/workspaces/app').reply(200, workspaceDocument);
  nock(address)
    .post('/api/v2/organizations/acme/workspaces')
    .reply(422, { errors: [{ title: 'Name has already been taken' }] });
  await client.workspaces.create('acme', { name: 'app', execution_mode: 'local' }).then(
    () => assert.unreachable(),
    (error: Error) => assert.match(error.message, 'answered 422: Name has already been taken'),
  );
});

Operations('a lock whose answer was lost is seen on the workspace', async () => {
  nock(address).post('/api/v2/workspaces/ws-1/actions/lock').reply(504);
  nock(address).get('/api/v2/workspaces/ws-1').reply(200, workspaceDocument);
  assert.is((await client.workspaces.lock('ws-1', { reason: 'work' })).locked, true);
});

Operations('an unlock that is answered 503 is tried again until the state is final', async () => {
  const unlocked = { data: { ...workspaceDocument.data, attributes: { name: 'app', locked: false } } };
  nock(address).post('/api/v2/workspaces/ws-1/actions/unlock').times(2).reply(503);
  nock(address).get('/api/v2/workspaces/ws-1').times(2).reply(200, workspaceDocument);
  nock(address).post('/api/v2/workspaces/ws-1/actions/unlock').reply(200, unlocked);
  assert.is((await client.workspaces.unlock('ws-1')).locked, false);
});

Operations("a success without a document is the service's fault, and says so", async () => {
  nock(address).get('/api/v2/workspaces/ws-1').reply(200, { data: null });
  await client.workspaces.show('ws-1').then(
    () => assert.unreachable(),
    (error: Error) => assert.is(error.message, 'GET https://ws.example.com/api/v2/workspaces/ws-1 answered 200 with no document'),
  );
});

Operations('a line to the other service is refused', () => {
  assert.throws(
    () => workspacesClient(openServiceClient({ service: 'ci', address, token: 'tok-operations-2' })),
    /this line leads to the CI service/,
  );
});

Operations.run();
