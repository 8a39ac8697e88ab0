import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createWorkspaceIn } from './creators.ts';
import { createTestService, type TestService } from './support.ts';
import { document, many } from './documents.ts';

interface Owned {
  readonly bench: TestService;
  readonly shop: string;
  readonly lab: string;
  readonly inside: string;
  readonly outside: string;
  readonly set: string;
}
const owners = suite<Owned>('variable sets that a project owns');
const createSet = (bench: TestService, project: string, relationships: object = {}) =>
  bench.request(
    'POST /organizations/acme/varsets',
    document(
      'varsets',
      { name: `set of ${project} ${JSON.stringify(relationships).length}` },
      { parent: { data: { type: 'projects', id: project } }, ...relationships },
    ),
  );
owners.before.each(async (context) => {
  const bench = await createTestService();
  const project = async (name: string): Promise<string> =>
    (await bench.create('POST /organizations/acme/projects', document('projects', { name }))).id;
  const [shop, lab] = [await project('shop'), await project('lab')];
  const set = (await createSet(bench, shop)).body.data.id;
  const [inside, outside] = [await createWorkspaceIn(bench, 'inside', shop), await createWorkspaceIn(bench, 'outside', lab)];
  Object.assign(context, { bench, shop, lab, inside, outside, set });
});
owners.after.each(async ({ bench }) => {
  await bench.close();
});

const errors = ({ status, body }: { readonly status: number; readonly body: any }) => [
  status,
  ...body.errors.map(({ detail, source }: any) => [detail, source.pointer]),
];
const refusal = (id: string, shop: string, pointer: string) => [
  422,
  [`${id} is not in ${shop}: a variable set that a project owns is applied within that project only`, pointer],
];

owners('is applied within it only, on every way of applying it', async ({ bench, shop, lab, inside, outside, set }) => {
  const { request } = bench;
  assert.equal(
    errors(await request(`POST /varsets/${set}/relationships/workspaces`, many('workspaces', inside, outside))),
    refusal(outside, shop, '/data/1/id'),
  );
  assert.equal(
    errors(await request(`POST /varsets/${set}/relationships/projects`, many('projects', lab))),
    refusal(lab, shop, '/data/0/id'),
  );
  for (const method of ['PUT', 'PATCH', 'POST'])
    assert.equal(
      errors(await request(`${method} /varsets/${set}`, document('varsets', { name: 'x' }, { workspaces: many('workspaces', outside) }))),
      refusal(outside, shop, '/data/relationships/workspaces/data/0/id'),
    );
  assert.equal(
    errors(await createSet(bench, shop, { projects: many('projects', lab) })),
    refusal(lab, shop, '/data/relationships/projects/data/0/id'),
  );
  assert.is((await request(`POST /varsets/${set}/relationships/workspaces`, many('workspaces', inside))).status, 204);
  assert.is((await request(`POST /varsets/${set}/relationships/projects`, many('projects', shop))).status, 204);
  assert.is((await request(`GET /workspaces/${outside}/varsets`)).body.data.length, 0);
});

owners('is no longer applied to a workspace that leaves the project', async ({ bench: { request }, lab, inside, set }) => {
  await request(`POST /varsets/${set}/relationships/workspaces`, many('workspaces', inside));
  const relationships = { project: { data: { type: 'projects', id: lab } } };
  assert.is((await request(`PATCH /workspaces/${inside}`, { data: { type: 'workspaces', relationships } })).status, 200);
  assert.is((await request(`GET /workspaces/${inside}/varsets`)).body.data.length, 0);
  assert.equal((await request(`GET /varsets/${set}`)).body.data.relationships.workspaces.data, []);
});

owners.run();
