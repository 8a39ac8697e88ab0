/** A list read page by page, one entry each, has the entries of the whole list in its order; the page after the last is empty. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { newId } from '../../src/store/new-id.ts';
import { createApiToken } from '../../src/workspaces/organizations/bootstrap.ts';
import { routes } from '../../src/workspaces/index.ts';
import { createTestService, type TestService } from '../support.ts';
import { buildWorld } from './seeded-worlds/build-world.ts';

const test = suite<{ bench: TestService }>('pages of one');
test.before(async (context) => {
  context.bench = await createTestService();
  const { store, clock } = context.bench;
  await buildWorld(context.bench);
  const owner = { kind: 'organization', id: 'acme' } as const;
  await store.write((tx) => createApiToken(tx, { clock, newId }, { secret: auditToken, owner, purpose: 'audit-trails' }));
});
test.after(({ bench }) => bench.close());

const lists = routes.filter(({ endpoint, description }) => endpoint.startsWith('GET ') && description?.query?.['page[number]']);
type Ids = Map<string, Set<string>>;

/** The path with an ID for each parameter, by the collection before it; undefined: no such document is known. */
const fillPath = (endpoint: string, ids: Ids): string | undefined => {
  const path = endpoint.slice('GET '.length).replace('{organization_name}', 'acme');
  const filled = path.replaceAll(/([a-z-]+)\/\{[a-z_]+\}/g, (_, collection: string) => {
    const [id] = ids.get(collection) ?? [];
    return id === undefined ? '{unknown}' : `${collection}/${id}`;
  });
  return filled.includes('{') ? undefined : filled;
};

/** The audit trail opens to a token of its own, and to no owner. */
const auditToken = 'audit-token';
const read = async ({ request }: TestService, path: string): Promise<any> => {
  const token = path.startsWith('/organization/audit-trail') ? auditToken : 'owner-token';
  const { status, body } = await request(`GET ${path}`, undefined, { token });
  return status === 200 ? body : undefined;
};
/** What tells one entry from another; older paths have other members than `id`. */
const identify = (entry: any): string => entry.id ?? JSON.stringify(entry);

/** IDs by type, of all that lists tell: once more with what the first time told. */
const collectIds = async (bench: TestService): Promise<Ids> => {
  const ids: Ids = new Map();
  for (let turn = 0; turn < 2; turn++)
    for (const { endpoint } of lists) {
      const path = fillPath(endpoint, ids);
      for (const { type, id } of path === undefined ? [] : ((await read(bench, path))?.data ?? []))
        ids.set(type, (ids.get(type) ?? new Set<string>()).add(id));
    }
  return ids;
};

test('are those of the whole list', async ({ bench }) => {
  const ids = await collectIds(bench);
  const wrong: string[] = [];
  const several: string[] = [];
  for (const { endpoint } of lists) {
    const path = fillPath(endpoint, ids);
    const whole = path === undefined ? undefined : await read(bench, `${path}?page[size]=100`);
    if (whole === undefined || whole.data.length === 0) continue;
    if (whole.data.length > 1) several.push(endpoint);
    for (const [index, entry] of [...whole.data.slice(0, 5), undefined].entries()) {
      const number = entry === undefined ? whole.data.length + 1 : index + 1;
      const page = await read(bench, `${path}?page[size]=1&page[number]=${number}`);
      const expected = entry === undefined ? [] : [identify(entry)];
      if (JSON.stringify(page.data.map(identify)) !== JSON.stringify(expected)) wrong.push(`${endpoint}: page ${number}`);
    }
  }
  assert.equal(wrong, []);
  assert.ok(several.includes('GET /organization/audit-trail'), several.join('\n'));
  assert.ok(several.length >= 10, `only ${several.length} lists have several entries`);
});

test.run();
