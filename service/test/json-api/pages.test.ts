import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { listRelationshipNames } from '../../src/http/operation-description.ts';
import { routes } from '../../src/workspaces/index.ts';
import { createTestService, type TestService } from '../support.ts';

const test = suite<{ bench: TestService }>('pages of lists');
test.before.each(async (context) => {
  context.bench = await createTestService();
});
test.after.each(async ({ bench }) => {
  await bench.close();
});

const isList = (schema: any): boolean => schema?.properties?.data?.type === 'array' && schema.properties.included !== undefined;
const listed = () => routes.filter(({ endpoint, description }) => endpoint.startsWith('GET ') && isList(description?.responses[200]));

test('every list takes a page, whether its route has pages of its own or not', () => {
  const lists = listed();
  assert.ok(lists.length > 30, `${lists.length} lists are described`);
  assert.equal(
    lists.filter(({ description }) => description!.query?.['page[number]'] === undefined).map(({ endpoint }) => endpoint),
    [],
  );
});
test('every list of an organization refuses an unknown name deep in an include, empty or not', async ({ bench: { request } }) => {
  const lists = listed().filter(({ endpoint }) => /^GET \/organizations\/\{organization_name\}\/[a-z-]+$/.test(endpoint));
  assert.ok(lists.length > 20, `${lists.length} lists`);
  const others: unknown[] = [];
  for (const { endpoint, description } of lists)
    for (const name of listRelationshipNames(description!)) {
      const row = `${endpoint.replace('{organization_name}', 'acme')}?include=${name}.colour`;
      const { status, body } = await request(row);
      const detail: string | undefined = body?.errors?.[0].detail;
      if (status !== 400 || !detail?.startsWith(`the include parameter names "${name}.colour"; `)) others.push([row, status, detail]);
    }
  assert.equal(others, []);
});
test('a list without pages of its own is whole unless a page is asked for', async ({ bench: { request } }) => {
  const tags = ['a', 'b', 'c'].map((key) => ({ type: 'tag-bindings', attributes: { key, value: '1' } }));
  const { id } = (
    await request('POST /organizations/acme/projects', {
      data: { type: 'projects', attributes: { name: 'quay' }, relationships: { 'tag-bindings': { data: tags } } },
    })
  ).body.data;
  const list = async (query: string) => (await request(`GET /projects/${id}/tag-bindings${query}`)).body;
  const keys = ({ data }: any) => data.map(({ attributes }: any) => attributes.key);
  const whole = await list('');
  assert.equal([keys(whole), whole.meta], [['a', 'b', 'c'], undefined]);
  const page = await list('?page[number]=2&page[size]=2');
  assert.equal(
    [keys(page), page.meta.pagination],
    [['c'], { 'current-page': 2, 'page-size': 2, 'prev-page': 1, 'next-page': null, 'total-pages': 2, 'total-count': 3 }],
  );
  assert.is((await request(`GET /projects/${id}/tag-bindings?page[size]=none`)).status, 400);
});
test('several variables of a workspace are changed at once, or none', async ({ bench: { request } }) => {
  const workspace = (await request('POST /organizations/acme/workspaces', { data: { type: 'workspaces', attributes: { name: 'pier' } } }))
    .body.data.id;
  const add = async (key: string) =>
    (await request(`POST /workspaces/${workspace}/vars`, { data: { type: 'vars', attributes: { key, value: '1', category: 'env' } } })).body
      .data.id;
  const [one, two] = [await add('ONE'), await add('TWO')];
  const change = (...entries: readonly (readonly [string, object])[]) =>
    request(`PATCH /workspaces/${workspace}/relationships/vars`, {
      data: entries.map(([id, attributes]) => ({ type: 'vars', id, attributes })),
    });
  const values = async () => (await request(`GET /workspaces/${workspace}/vars`)).body.data.map(({ attributes }: any) => attributes.value);
  assert.is((await change([one, { value: '2' }], [two, { value: '3' }])).status, 204);
  assert.equal(await values(), ['2', '3']);
  assert.is((await change([one, { value: '4' }], ['var-gone', { value: '5' }])).status, 404);
  const refused = await change([one, { value: '4' }], [two, { hcl: 'yes' }]);
  assert.equal([refused.status, refused.body.errors[0].source.pointer], [422, '/data/1/attributes/hcl']);
  assert.equal(await values(), ['2', '3']);
});
test('the sets that could be applied to a workspace are those that are not', async ({ bench: { request } }) => {
  const create = async (collection: string, type: string, attributes: object, relationships = {}) =>
    (await request(`POST /organizations/acme/${collection}`, { data: { type, attributes, relationships } })).body.data.id;
  const workspace = await create('workspaces', 'workspaces', { name: 'pier' });
  const other = await create('projects', 'projects', { name: 'other' });
  await create('varsets', 'varsets', { name: 'free' });
  await create('varsets', 'varsets', { name: 'everywhere', global: true });
  await create('varsets', 'varsets', { name: 'of another' }, { parent: { data: { type: 'projects', id: other } } });
  const applied = await create('varsets', 'varsets', { name: 'applied' });
  await request(`POST /varsets/${applied}/relationships/workspaces`, { data: [{ type: 'workspaces', id: workspace }] });
  await create('varsets', 'varsets', { name: 'Free for all' });
  const list = async (query: string): Promise<readonly [names: readonly string[], total: number]> => {
    const { body } = await request(`GET /workspaces/${workspace}/applicable-varsets${query}`);
    return [body.data.map(({ attributes }: any) => attributes.name), body.meta.pagination['total-count']];
  };
  assert.equal(await list(''), [['free', 'Free for all'], 2]);
  assert.equal(await list('?q=FOR'), [['Free for all'], 1]);
  assert.equal(await list('?page[size]=1&page[number]=2'), [['Free for all'], 2]);
  assert.equal(await list('?q=applied'), [[], 0]);
});

test.run();
