import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { newId } from '../../src/store/new-id.ts';
import { createApiToken, createUser } from '../../src/workspaces/organizations/bootstrap.ts';
import { createTestService, type TestService } from '../support.ts';

const test = suite<{ bench: TestService }>('tag-bindings of the registry');
test.before.each(async (context) => {
  context.bench = await createTestService({ profile: 'hosted' });
});
test.after.each(async ({ bench }) => {
  await bench.close();
});

const bind = (...pairs: readonly (readonly [key: string, value?: string])[]) => ({
  'tag-bindings': { data: pairs.map(([key, value]) => ({ type: 'tag-bindings', attributes: { key, value } })) },
});
const kinds = {
  'registry-modules': {
    collection: '/organizations/acme/registry-modules',
    path: '/organizations/acme/registry-modules/private/acme/quay/aws',
    attributes: { name: 'quay', provider: 'aws' },
  },
  'registry-providers': {
    collection: '/organizations/acme/registry-providers',
    path: '/organizations/acme/registry-providers/private/acme/crane',
    attributes: { name: 'crane', namespace: 'acme', 'registry-name': 'private' },
  },
};
const told = ({ body }: any) => body.data.map(({ type, attributes }: any) => [type, attributes.key, attributes.value]);

for (const [type, { collection, path, attributes }] of Object.entries(kinds)) {
  const create = async ({ request }: TestService): Promise<string> =>
    (await request(`POST ${collection}`, { data: { type, attributes } })).body.data.id;

  test(`${type}: an update replaces the bindings, and none of them clears`, async ({ bench }) => {
    const id = await create(bench);
    const update = (relationships: object) => bench.request(`PATCH ${path}`, { data: { type, relationships } });
    const list = async () => told(await bench.request(`GET /${type}/${id}/tag-bindings`));
    assert.equal(await list(), []);
    const bound = await update(bind(['env', 'production'], ['tier']));
    assert.equal([bound.status, bound.body.data.id], [200, id]);
    assert.equal(await list(), [
      ['tag-bindings', 'env', 'production'],
      ['tag-bindings', 'tier', ''],
    ]);
    await update({});
    assert.is((await list()).length, 2);
    await update(bind(['tier', 'one']));
    assert.equal(await list(), [['tag-bindings', 'tier', 'one']]);
    await update(bind());
    assert.equal(await list(), []);
  });

  test(`${type}: the document links its bindings, and an include brings them`, async ({ bench }) => {
    const id = await create(bench);
    await bench.request(`PATCH ${path}`, { data: { type, relationships: bind(['env', 'production']) } });
    for (const read of [`GET ${path}`, `GET ${collection}`]) {
      const { status, body } = await bench.request(`${read}?include=tag-bindings`);
      const document = [body.data].flat()[0];
      assert.is(status, 200, read);
      assert.equal(
        document.relationships['tag-bindings'],
        { data: [{ id: body.included[0].id, type: 'tag-bindings' }], links: { related: `/api/v2/${type}/${id}/tag-bindings` } },
        read,
      );
      assert.equal(
        body.included.map((one: any) => [one.type, one.attributes.key, one.links.target]),
        [['tag-bindings', 'env', `/api/v2/${type}/${id}`]],
        read,
      );
    }
  });

  test(`${type}: eleven bindings, or an invalid key, are refused and change nothing`, async ({ bench }) => {
    const id = await create(bench);
    const update = async (...pairs: readonly (readonly [string])[]) => {
      const { status, body } = await bench.request(`PATCH ${path}`, { data: { type, relationships: bind(...pairs) } });
      return [status, body.errors?.[0].source?.pointer];
    };
    assert.equal((await update(...Array.from({ length: 11 }, (_, index) => [`key${index}`] as const)))[0], 422);
    assert.equal(await update(['hc:own']), [422, '/data/relationships/tag-bindings/data/0/attributes/key']);
    assert.equal(told(await bench.request(`GET /${type}/${id}/tag-bindings`)), []);
  });

  test(`${type}: bindings of what another organization has are not to be found`, async ({ bench }) => {
    const id = await create(bench);
    await bench.store.write(async (tx) => {
      const user = await createUser(tx, { clock: bench.clock, newId }, { name: 'stranger' });
      await createApiToken(tx, { clock: bench.clock, newId }, { secret: 'stranger-token', owner: { kind: 'user', id: user.id } });
    });
    assert.is((await bench.request(`GET /${type}/${id}/tag-bindings`, undefined, { token: 'stranger-token' })).status, 404);
  });
}

test('a provider is read by its ID', async ({ bench }) => {
  const { collection, attributes } = kinds['registry-providers'];
  const made = await bench.request(`POST ${collection}`, { data: { type: 'registry-providers', attributes } });
  const read = await bench.request(`GET /registry-providers/${made.body.data.id}`);
  assert.equal([read.status, read.body], [200, made.body]);
  assert.is((await bench.request('GET /registry-providers/prov-nothing')).status, 404);
});

test.run();
