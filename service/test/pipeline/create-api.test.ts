import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createTestService, type TestService } from '../support.ts';
import { document } from '../documents.ts';

const door = suite<{ bench: TestService }>('request pipeline');
door.before.each(async (context) => {
  context.bench = await createTestService();
});
door.after.each(async (context) => {
  await context.bench.close();
});
const errors = (answer: any) => answer.body.errors.map(({ status, title, detail }: any) => [status, title, detail]);

door('a bad or missing token is 401', async ({ bench: { as } }) => {
  const none = await as(null)('GET /organizations/acme');
  assert.is(none.status, 401);
  assert.equal(none.body, {
    errors: [{ status: '401', title: 'unauthorized', detail: 'no token was sent; send it as Authorization: Bearer <token>' }],
  });
  assert.equal(errors(await as('other')('GET /organizations/acme')), [['401', 'unauthorized', 'the token is not valid here']]);
});

door('an unknown path is 404, an unknown method 405 with what is allowed', async ({ bench: { request: ask } }) => {
  assert.equal(errors(await ask('GET /nothing/here')), [['404', 'not found', 'there is no endpoint at /api/v2/nothing/here']]);
  const method = await ask('PUT /organizations/acme/projects');
  assert.equal([method.status, method.headers.get('allow')], [405, 'GET, POST, HEAD']);
});

door('paths forgive one trailing slash, percent-encoded names and nothing else', async ({ bench: { request: ask } }) => {
  assert.is((await ask('GET /organizations/acme/')).status, 200);
  assert.is((await ask('GET /organizations/%61cme')).status, 200);
  assert.is((await ask('GET /organizations/acme%2Fprojects')).status, 404);
  assert.equal(errors(await ask('GET /organizations/%ZZ')), [
    ['400', 'bad request', 'the path holds "%ZZ", which is not valid percent-encoding'],
  ]);
});

door('HEAD answers as GET, without a body', async ({ bench: { request: ask } }) => {
  const head = await ask('HEAD /organizations/acme');
  assert.equal([head.status, head.body, head.headers.get('content-type')], [200, undefined, 'application/vnd.api+json']);
});

door('a write without the JSON:API media type is 415, malformed JSON 422', async ({ bench: { request: ask } }) => {
  const plain = await ask('POST /organizations/acme/projects', {}, { headers: { 'content-type': 'application/json' } });
  assert.equal(errors(plain), [
    ['415', 'unsupported media type', 'the body came as "application/json"; send it with Content-Type: application/vnd.api+json'],
  ]);
  assert.is(
    (await ask('POST /organizations/acme/projects', '{"data": {"type": ')).body.errors[0].detail.startsWith('the body is not valid JSON: '),
    true,
  );
  assert.is((await ask('POST /organizations/acme/projects', '{"data": {"type": ')).status, 422);
  assert.equal(errors(await ask('POST /organizations/acme/projects', [])), [
    ['422', 'invalid attribute', 'expected a document {"data": {"type": "projects", …}}'],
  ]);
  assert.is(
    (
      await ask('POST /organizations/acme/projects', document('projects', { name: 'sea' }), {
        headers: { 'content-type': 'application/vnd.api+json; charset=utf-8' },
      })
    ).status,
    201,
  );
});

door('lists have pages: 20 unless asked, at most 100, brackets encoded or not', async ({ bench: { request: ask } }) => {
  for (let index = 0; index < 25; index++)
    await ask('POST /organizations/acme/varsets', document('varsets', { name: `set-${String(index).padStart(2, '0')}` }));
  const first = await ask('GET /organizations/acme/varsets');
  assert.is(first.body.data.length, 20);
  assert.equal(first.body.links, {
    self: 'http://slipway.test/api/v2/organizations/acme/varsets?page%5Bnumber%5D=1&page%5Bsize%5D=20',
    first: 'http://slipway.test/api/v2/organizations/acme/varsets?page%5Bnumber%5D=1&page%5Bsize%5D=20',
    prev: null,
    next: 'http://slipway.test/api/v2/organizations/acme/varsets?page%5Bnumber%5D=2&page%5Bsize%5D=20',
    last: 'http://slipway.test/api/v2/organizations/acme/varsets?page%5Bnumber%5D=2&page%5Bsize%5D=20',
  });
  assert.equal(first.body.meta, {
    pagination: { 'current-page': 1, 'page-size': 20, 'prev-page': null, 'next-page': 2, 'total-pages': 2, 'total-count': 25 },
  });
  for (const query of ['page[number]=3&page[size]=10&q=set', 'page%5Bnumber%5D=3&page%5Bsize%5D=10&q=set']) {
    const third = await ask(`GET /organizations/acme/varsets?${query}`);
    assert.equal(
      third.body.data.map((set: any) => set.attributes.name),
      ['set-20', 'set-21', 'set-22', 'set-23', 'set-24'],
    );
    assert.equal(third.body.meta, {
      pagination: { 'current-page': 3, 'page-size': 10, 'prev-page': 2, 'next-page': null, 'total-pages': 3, 'total-count': 25 },
    });
    assert.is(third.body.links.prev, 'http://slipway.test/api/v2/organizations/acme/varsets?q=set&page%5Bnumber%5D=2&page%5Bsize%5D=10');
  }
  assert.is((await ask('GET /organizations/acme/varsets?page[size]=1000')).body.meta.pagination['page-size'], 100);
  assert.equal((await ask('GET /organizations/acme/varsets?q=nothing')).body.meta, {
    pagination: { 'current-page': 1, 'page-size': 20, 'prev-page': null, 'next-page': null, 'total-pages': 1, 'total-count': 0 },
  });
  const wrong = await ask('GET /organizations/acme/varsets?page[number]=0');
  assert.equal(wrong.body, {
    errors: [
      {
        status: '400',
        title: 'bad request',
        detail: 'page[number] is "0"; expected a whole number from 1 on',
        source: { parameter: 'page[number]' },
      },
    ],
  });
});

door.run();
