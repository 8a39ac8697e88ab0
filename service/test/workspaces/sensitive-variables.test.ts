/** Of a sensitive variable only the value can be changed (decision 141): at each endpoint that changes variables, in each dialect. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createProjectId } from '../creators.ts';
import { document, one } from '../documents.ts';
import type { TestResponse } from '../support.ts';
import { createWorkspaceTestService, type WorkspaceTestService } from './support.ts';

const sensitive = suite('of a sensitive variable only the value can be changed');

/** A variable at its endpoint. `change`: sends an update with these attributes; `begin`: where the pointers of its errors begin. */
interface Place {
  /** The attributes of the variable as it is made. */
  readonly made: object;
  readonly create: (service: WorkspaceTestService, made: object) => Promise<{ readonly path: string; readonly id: string }>;
  readonly change?: (service: WorkspaceTestService, path: string, id: string, attributes: object) => Promise<TestResponse>;
  readonly begin?: string;
  readonly what?: 'parameter';
}
const add = async ({ create }: WorkspaceTestService, path: string, made: object) => ({
  path,
  id: (await create(`POST ${path}`, document('vars', made))).id,
});
const made = { key: 'TOKEN', value: 'canary-1', category: 'env', description: 'of the door', hcl: false, sensitive: true };

const addToSet = async (service: WorkspaceTestService, relationships: object, attributes: object) => {
  const { id } = await service.create('POST /organizations/acme/varsets', document('varsets', { name: 'set' }, relationships));
  return add(service, `/varsets/${id}/relationships/vars`, attributes);
};
const addToWorkspace = async (service: WorkspaceTestService, attributes: object) =>
  add(service, `/workspaces/${await service.createWorkspaceId('web')}/vars`, attributes);

const places: { readonly [name: string]: Place } = {
  'a variable of a workspace': { made, create: addToWorkspace },
  'a variable of a workspace, at the older path': {
    made,
    create: addToWorkspace,
    change: ({ request }, _path, id, attributes) => request(`PATCH /vars/${id}`, document('vars', attributes)),
  },
  'one of several variables of a workspace': {
    made,
    create: addToWorkspace,
    change: ({ request }, path, id, attributes) =>
      request(`PATCH ${path.replace(/vars$/, 'relationships/vars')}`, { data: [{ type: 'vars', id, attributes }] }),
    begin: '/data/0/attributes',
  },
  'a variable of a set': { made, create: (service, attributes) => addToSet(service, {}, attributes) },
  'a variable of a set of a project': {
    made,
    create: async (service, attributes) =>
      addToSet(service, { parent: one('projects', await createProjectId(service, 'payments')) }, attributes),
  },
  'a parameter of a policy set': {
    made: { ...made, category: 'policy-set', description: undefined, hcl: undefined },
    create: async (service, attributes) => {
      const { id } = await service.create('POST /organizations/acme/policy-sets', document('policy-sets', { name: 'rules' }));
      return add(service, `/policy-sets/${id}/parameters`, attributes);
    },
    what: 'parameter',
  },
  'a variable of the tests of a module': {
    made,
    create: async (service, attributes) => {
      const module = { name: 'vpc', provider: 'aws', 'registry-name': 'private' };
      await service.create('POST /organizations/acme/registry-modules', document('registry-modules', module));
      return add(service, '/organizations/acme/tests/registry-modules/private/acme/vpc/aws/vars', attributes);
    },
  },
};

const changes = { key: 'OTHER', category: 'terraform', description: 'of the house', hcl: true };
const said = ({ status, body }: TestResponse) => [
  status,
  ...(body?.errors ?? []).map(({ detail, source }: any) => [source.pointer, detail]),
];

for (const [name, place] of Object.entries(places))
  for (const profile of ['neutral', 'hosted', 'auto'] as const)
    sensitive(`${name}, of a service that answers in the dialect "${profile}"`, async () => {
      const service = await createWorkspaceTestService({ profile, settings: { tier: 'plus' } });
      const { path, id } = await place.create(service, place.made);
      const change = (attributes: object) =>
        place.change ? place.change(service, path, id, attributes) : service.request(`PATCH ${path}/${id}`, document('vars', attributes));
      const begin = place.begin ?? '/data/attributes';
      const what = place.what ?? 'variable';
      for (const [attribute, value] of Object.entries(changes)) {
        if (what === 'parameter' && attribute !== 'key') continue;
        const word = attribute === 'category' && profile === 'neutral' ? 'infra' : value;
        assert.equal(said(await change({ value: 'canary-2', [attribute]: word })), [
          422,
          [
            `${begin}/${attribute}`,
            `of a sensitive ${what} only the value can be changed; delete it and create it again to change its ${attribute}`,
          ],
        ]);
      }
      assert.equal(said(await change({ sensitive: false })), [
        422,
        [`${begin}/sensitive`, `a sensitive ${what} stays sensitive; delete it and create it again`],
      ]);
      const whole = await change({ ...place.made, value: 'canary-3' });
      assert.equal(said(whole), [whole.status === 204 ? 204 : 200]);
      const { key, value, sensitive: stays } = (await service.request(`GET ${path}`)).body.data[0].attributes;
      assert.equal([key, value, stays], ['TOKEN', null, true]);
      await service.close();
    });

sensitive('a set takes no second definition of a sensitive variable', async () => {
  const service = await createWorkspaceTestService();
  const { path } = await addToSet(service, {}, made);
  const set = path.split('/')[2]!;
  const again = { type: 'vars', attributes: { ...made, sensitive: false } };
  assert.is(
    (await service.request(`PATCH /varsets/${set}`, { data: { type: 'varsets', relationships: { vars: { data: [again] } } } })).status,
    422,
  );
  assert.equal(
    (await service.request(`GET ${path}`)).body.data.map((one: any) => one.attributes.sensitive),
    [true],
  );
  await service.close();
});

sensitive.run();
