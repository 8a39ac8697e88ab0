import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { startCiService, type CiTestService, statusAndMessage, startTime } from '../support.ts';
import { readStoredRows } from '../../stores.ts';

const webhooks = suite<{ here: CiTestService; project: string }>('CI outbound webhooks');
webhooks.before.each(async (context) => {
  context.here = await startCiService();
  context.project = (await context.here.project('web')).id;
});
webhooks.after.each(async (context) => {
  await context.here.close();
});
const body = {
  name: 'chat',
  url: 'https://chat.example/in',
  events: ['workflow-completed'],
  'verify-tls': true,
  'signing-secret': 'canary',
};

webhooks('made, read, listed, changed, deleted; the secret is in no answer', async ({ here: { ci, clock, store }, project }) => {
  const made = await ci('POST /webhook', { ...body, scope: { id: project, type: 'project' } });
  const { id } = made.body;
  const document = {
    id,
    ...body,
    'signing-secret': '****',
    scope: { id: project, type: 'project' },
    'created-at': startTime,
    'updated-at': startTime,
  };
  assert.equal([made.status, made.body], [201, document]);
  const read = await ci(`GET /webhook/${id}`);
  assert.equal([read.status, read.body], [200, document]);
  const list = await ci(`GET /webhook?scope-id=${project}&scope-type=project`);
  assert.equal([list.status, list.body], [200, { items: [document], next_page_token: null }]);
  clock.advance(1000);
  const changed = await ci(`PUT /webhook/${id}`, { events: ['job-completed', 'workflow-completed'], 'signing-secret': 'canary-two' });
  assert.equal(
    [changed.status, changed.body],
    [200, { ...document, events: ['job-completed', 'workflow-completed'], 'updated-at': '2026-05-01T12:00:01.000Z' }],
  );
  assert.equal((await ci(`PUT /webhook/${id}`, {})).body, changed.body);
  assert.not.match(await readStoredRows(store), 'canary');
  assert.equal(statusAndMessage(await ci(`DELETE /webhook/${id}`)), [200, 'Webhook deleted.']);
  assert.equal(statusAndMessage(await ci(`GET /webhook/${id}`)), [
    404,
    `the webhook ${id} was not found, or this token has no access to it`,
  ]);
});

webhooks('the whole webhook, as it was read, is taken back; it stays in its project', async ({ here, project }) => {
  const hosted = { token: null, headers: { 'circle-token': 'owner-token' } };
  const ci = (row: string, sent?: unknown) => here.ci(row, sent, hosted);
  const { body: made } = await ci('POST /webhook', { ...body, scope: { id: project, type: 'project' } });
  assert.equal([made.created_at, made.updated_at, made.verify_tls], [startTime, startTime, true], 'both spellings');
  const path = `/webhook/${made.id}`;
  assert.equal((await ci(`PUT ${path}`, made)).body, made);
  assert.equal((await ci(`PUT ${path}`, { ...body, name: 'loud', scope: {} })).body, { ...made, name: 'loud' });
  assert.equal(statusAndMessage(await ci(`PUT ${path}`, { scope: { id: made.id, type: 'project' } })), [
    400,
    `scope.id: cannot be changed; it is "${project}"`,
  ]);
  const stored = await here.store.read((view) => view.get<any>('ci-webhooks', made.id));
  assert.is(stored!.body.secret, 'canary', 'the masked secret is not a new one');
});

webhooks(
  'user information of the address is in no answer and not in the journal, and stays when it is sent back masked',
  async ({ here, project }) => {
    const { ci, store, request } = here;
    const url = 'https://canary-user:canary%2Fpass@chat.example/in?x=1';
    const answers = [await ci('POST /webhook', { ...body, url, scope: { id: project, type: 'project' } })];
    const { id } = answers[0]!.body;
    assert.is(answers[0]!.body.url, 'https://***@chat.example/in?x=1');
    answers.push(await ci(`GET /webhook/${id}`), await ci(`GET /webhook?scope-id=${project}`));
    answers.push(await ci(`PUT /webhook/${id}`, { url: 'https://***@chat.example/in?x=1', name: 'talk' }));
    const stored = async () => (await store.read((view) => view.get<any>('ci-webhooks', id)))!.body.url;
    assert.is(await stored(), url);
    answers.push(await ci(`PUT /webhook/${id}`, { url: 'https://canary-user:canary-new@chat.example/in' }));
    assert.is(await stored(), 'https://canary-user:canary-new@chat.example/in');
    answers.push(await ci(`POST /webhook`, { ...body, url: 'ftp://canary-user@x', scope: { id: project, type: 'project' } }));
    for (const { body: told } of answers) assert.not.match(JSON.stringify(told), 'canary-');
    await ci(`GET /webhook?scope-id=${encodeURIComponent(url)}`);
    assert.not.match(JSON.stringify((await request('GET //_local/requests')).body), 'canary-');
  },
);

webhooks('what does not fit is 400 and names the member', async ({ here: { ci }, project }) => {
  const post = async (change: object) =>
    statusAndMessage(await ci('POST /webhook', { ...body, scope: { id: project, type: 'project' }, ...change }));
  assert.equal(await post({ url: 'ftp://x' }), [
    400,
    'url: expected a URL that begins with https:// or http://, got a string of 7 characters',
  ]);
  assert.equal(await post({ events: ['push'] }), [400, 'events: expected a list of workflow-completed and job-completed, got a list']);
  assert.equal(await post({ 'signing-secret': 7 }), [
    400,
    'signing-secret: expected a string of at most 32768 characters without NUL, got a number',
  ]);
  assert.equal(await post({ scope: { id: project, type: 'organization' } }), [400, 'scope.type: expected project, got "organization"']);
  assert.equal(await post({ scope: { id: 'aaaaaaaa-0000-4000-8000-000000000000', type: 'project' } }), [
    400,
    'scope.id: expected the id of a project in one of your organizations',
  ]);
  assert.equal(statusAndMessage(await ci('GET /webhook')), [400, 'scope-id: is required: expected a UUID']);
  assert.equal(statusAndMessage(await ci(`GET /webhook?scope-id=${project}&scope-type=organization`)), [
    400,
    'scope-type: expected project, got "organization"',
  ]);
  assert.is((await ci(`GET /webhook?scope-id=${project}`, undefined, { token: 'stranger-token' })).status, 404);
});

webhooks.run();
