import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createCrateService, type RequestCrates } from './support.ts';

const test = suite('what a noun does with a write');

const createCrate = async (request: RequestCrates, name = 'tea'): Promise<string> =>
  (await request('POST /organizations/acme/crates', { attributes: { name } })).body.data.id;
const firstError = ({ status, body }: { status: number; body: any }) => [status, body.errors[0].source?.pointer, body.errors[0].detail];

test('a parent may be named as the path names it, and as nothing else', async () => {
  const { request } = await createCrateService();
  const create = (id: string) =>
    request('POST /organizations/acme/crates', {
      attributes: { name: 'tea' },
      relationships: { organization: { data: { type: 'organizations', id } } },
    });
  assert.equal(firstError(await create('other')), [
    422,
    '/data/relationships/organization/data/id',
    'this is not what the path names; it cannot be another',
  ]);
  const made = await create('acme');
  assert.is(made.status, 201);
  const update = (id: string) =>
    request(`PATCH /crates/${made.body.data.id}`, { relationships: { organization: { data: { type: 'organizations', id } } } });
  assert.equal([(await update('acme')).status, (await update('other')).status], [200, 422]);
});
test('what is kept secret may have something in its place in documents', async () => {
  const { request } = await createCrateService();
  const crate = await createCrate(request);
  const made = await request(`POST /crates/${crate}/labels`, { attributes: { text: 'fragile', 'seal-code': 'secret-4711' } });
  assert.is(made.body.data.attributes['seal-code'], null);
  const { id } = made.body.data;
  assert.is(
    (await request(`PATCH /crates/${crate}/labels/${id}`, { attributes: { 'seal-code': null } })).body.data.attributes['seal-code'],
    '',
  );
});
test('a key of several members is taken once in each parent', async () => {
  const { request } = await createCrateService();
  const [tea, silk] = [await createCrate(request), await createCrate(request, 'silk')];
  const create = async (crate: string) => (await request(`POST /crates/${crate}/labels`, { attributes: { text: 'fragile' } })).status;
  assert.equal([await create(tea), await create(tea), await create(silk)], [201, 422, 201]);
});
test('a write is prepared with what it is about to store, by anyone who may write', async () => {
  const { request } = await createCrateService();
  const path = `/crates/${await createCrate(request)}/labels`;
  const made = await request(`POST ${path}`, { attributes: { text: 'fragile' } });
  assert.equal([made.status, made.body.data.attributes['seen-as']], [201, 'fragile']);
  const changed = await request(`PATCH ${path}/${made.body.data.id}`, { attributes: { 'seal-code': 'x' } });
  assert.equal([changed.status, changed.body.data.attributes['seen-as']], [200, 'again fragile']);
  assert.equal(firstError(await request(`POST ${path}`, { attributes: { text: 'explosive' } })), [
    422,
    '/data/attributes/text',
    'the printer refuses this text',
  ]);
  assert.is((await request(`POST ${path}`, { attributes: { text: 'explosive' } }, 'stranger')).status, 404);
  assert.is((await request(`POST ${path}`, { attributes: {} })).status, 422);
});

test.run();
