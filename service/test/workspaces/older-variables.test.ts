/** The older paths of variables, as the Python client `terrasnek` 0.1.14 sends them. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createWorkspaceTestService, type WorkspaceTestService } from './support.ts';

const older = suite<WorkspaceTestService>('older paths of variables');
older.before.each(async (context) => {
  Object.assign(context, await createWorkspaceTestService({ profile: 'hosted' }));
});
older.after.each(({ close }) => close());

const document = (attributes: object, workspace?: string) => ({
  data: {
    type: 'vars',
    attributes,
    ...(workspace === undefined ? {} : { relationships: { workspace: { data: { type: 'workspaces', id: workspace } } } }),
  },
});
const region = { key: 'region', value: 'north', category: 'terraform' };
const errors = ({ status, body }: { status: number; body: any }) => [
  status,
  body.errors.map(({ detail, source }: any) => [detail, source?.pointer ?? source?.parameter ?? null]),
];

older('a variable is created for a workspace, listed by its name, changed and deleted', async (context) => {
  const { request } = context;
  const web = await context.createWorkspaceId('web');
  const made = await request('POST /vars', document(region, web));
  const { id } = made.body.data;
  assert.equal(
    [made.status, made.body.data.attributes.value, made.body.data.attributes.category, made.body.data.relationships.configurable.data],
    [201, 'north', 'terraform', { id: web, type: 'workspaces' }],
  );
  const named = 'filter[organization][name]=acme&filter[workspace][name]=web';
  const list = async () => (await request(`GET /vars?${named}`)).body.data.map((one: any) => [one.id, one.attributes.value]);
  assert.equal(await list(), [[id, 'north']]);
  const changed = await request(`PATCH /vars/${id}`, document({ value: 'south' }));
  assert.equal([changed.status, changed.body.data.attributes.value], [200, 'south']);
  assert.is((await request(`GET /workspaces/${web}/vars/${id}`)).body.data.attributes.value, 'south');
  assert.is((await request(`DELETE /vars/${id}`)).status, 204);
  assert.equal(await list(), []);
});

older('what a request does not name is reported', async (context) => {
  const { request } = context;
  assert.equal(errors(await request('GET /vars?filter[workspace][name]=web')), [
    400,
    [['expected filter[organization][name]', 'filter[organization][name]']],
  ]);
  assert.equal(errors(await request('GET /vars?filter[organization][name]=acme')), [
    400,
    [['expected filter[workspace][name]', 'filter[workspace][name]']],
  ]);
  assert.equal(errors(await request('POST /vars', document(region))), [
    422,
    [['a variable needs a workspace', '/data/relationships/workspace/data']],
  ]);
});

older('who may not see the variables of a workspace finds neither it nor them; who may only read them changes none', async (context) => {
  const { request } = context;
  const web = await context.createWorkspaceId('web');
  const { id } = (await request('POST /vars', document(region, web))).body.data;
  const named = 'filter[organization][name]=acme&filter[workspace][name]=web';
  const guest = await context.member('gus');
  const status = async (line: string, body?: object) => (await request(line, body, { token: guest.token })).status;
  assert.equal(
    [await status(`GET /vars?${named}`), await status('POST /vars', document(region, web)), await status(`DELETE /vars/${id}`)],
    [404, 404, 404],
  );
  await context.grant('team-workspaces', guest.team, web, { access: 'custom', variables: 'read' });
  assert.equal(
    [await status(`GET /vars?${named}`), await status(`PATCH /vars/${id}`, document({ value: 'x' })), await status(`DELETE /vars/${id}`)],
    [200, 404, 404],
  );
});

older('variables of a set have paths of their own', async ({ request }) => {
  const sets = { type: 'varsets', attributes: { name: 'all', global: true } };
  const set = (await request('POST /organizations/acme/varsets', { data: sets })).body.data.id;
  const { id } = (await request(`POST /varsets/${set}/relationships/vars`, document(region))).body.data;
  assert.is((await request(`PATCH /vars/${id}`, document({ value: 'x' }))).status, 404);
  assert.is((await request(`DELETE /vars/${id}`)).status, 404);
});

older.run();
