import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createTestService, type TestService } from '../support.ts';

const test = suite<{ bench: TestService }>('stacks');
test.before.each(async (context) => {
  context.bench = await createTestService({ profile: 'hosted' });
});
test.after.each(async ({ bench }) => {
  await bench.close();
});

test('an organization has none, and knows how clients ask for them', async ({ bench }) => {
  const query = 'search[name]=a&filter[project][id]=prj-1&sort=-updated-at&page[number]=1&page[size]=30';
  const list = await bench.request(`GET /organizations/acme/stacks?${query}`);
  assert.equal([list.status, list.body.data, list.body.meta.pagination['total-count']], [200, [], 0]);
  assert.is(list.headers.get('warning'), null);
  const wrong = await bench.request('GET /organizations/acme/stacks?sort=colour');
  assert.equal([wrong.status, wrong.body.errors[0].detail], [400, 'sort is "colour"; expected name, -name, updated-at, -updated-at']);
  assert.is((await bench.request('GET /organizations/other/stacks')).status, 404);
});

test('a variable set takes no stack, and none of them changes nothing', async ({ bench }) => {
  const made = await bench.request('POST /organizations/acme/varsets', { data: { type: 'varsets', attributes: { name: 'set' } } });
  const path = `/varsets/${made.body.data.id}/relationships/stacks`;
  for (const method of ['POST', 'DELETE']) {
    const { status, body } = await bench.request(`${method} ${path}`, { data: [{ type: 'stacks', id: 'st-1' }] });
    assert.equal(
      [status, body.errors],
      [422, [{ status: '422', title: 'invalid attribute', detail: 'this service has no stacks', source: { pointer: '/data/0/id' } }]],
    );
    assert.is((await bench.request(`${method} ${path}`, { data: [] })).status, 204);
  }
  assert.is((await bench.request('POST /varsets/varset-nothing/relationships/stacks', { data: [] })).status, 404);
});

test.run();
