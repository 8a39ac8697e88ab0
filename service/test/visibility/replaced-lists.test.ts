/** Who replaces a list of which they see a part replaces that part: what they cannot see stays. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { OrganizationRight } from '../../src/http/route.ts';
import { createTestService, type SendRequest, type TestService } from '../support.ts';
import { document, many } from '../documents.ts';
import { addMember } from '../members.ts';

interface World extends TestService {
  /** Workspaces; the member sees the first and the second. */
  readonly ids: readonly string[];
  readonly project: string;
}

const create = async (bench: TestService, noun: string, attributes: object, relationships?: object): Promise<string> =>
  (await bench.create(`POST /organizations/acme/${noun}`, document(noun, attributes, relationships))).id;

/** A member with the right, and this access to the project; what they send. */
const addCaller = async (world: World, right: OrganizationRight, access?: 'read' | 'maintain'): Promise<SendRequest> => {
  const given = access === undefined ? [] : ([['team-projects', world.project, { access }]] as const);
  await addMember(world, { name: right, team: right, access: [right], given });
  return world.as(`${right}-token`);
};

const lists = suite<World>('lists that are replaced by who sees a part');
lists.before.each(async (context) => {
  const bench = await createTestService();
  const project = await create(bench, 'projects', { name: 'shop' });
  const home = { project: { data: { type: 'projects', id: project } } };
  const ids = [
    await create(bench, 'workspaces', { name: 'one' }, home),
    await create(bench, 'workspaces', { name: 'two' }, home),
    await create(bench, 'workspaces', { name: 'three' }),
  ];
  Object.assign(context, bench, { ids, project });
});
lists.after.each(async ({ close }) => close());

const idsOf = ({ data }: { readonly data: readonly { readonly id: string }[] }): readonly string[] => data.map(({ id }) => id).sort();

/** Who decides where runs happen sees all workspaces. */
lists('allowed workspaces of an agent pool are exactly those of the document', async (world) => {
  const { request, ids } = world;
  const [one, two, three] = ids as [string, string, string];
  const keeper = await addCaller(world, 'manage-agent-pools');
  const pool = await create(world, 'agent-pools', { name: 'p' }, { 'allowed-workspaces': many('workspaces', one, three) });
  const change = document('agent-pools', {}, { 'allowed-workspaces': many('workspaces', two) });
  const changed = await keeper(`PATCH /agent-pools/${pool}`, change);
  assert.is(changed.status, 200);
  const { relationships } = (await request(`GET /agent-pools/${pool}`)).body.data;
  assert.equal(idsOf(relationships['allowed-workspaces']), [two]);
});

lists('projects of an OAuth client, by its relationship', async (world) => {
  const { request, project } = world;
  const other = await create(world, 'projects', { name: 'other' });
  const keeper = await addCaller(world, 'manage-vcs-settings', 'read');
  const client = {
    'service-provider': 'github',
    'http-url': 'https://a.example',
    'api-url': 'https://a.example/api',
    'oauth-token-string': 's',
  };
  const id = await create(world, 'oauth-clients', client, { projects: many('projects', project, other) });
  const path = `/oauth-clients/${id}`;
  const read = await keeper(`GET ${path}`);
  assert.equal(idsOf(read.body.data.relationships.projects), [project]);
  const replaced = await keeper(`PATCH ${path}/relationships/projects`, many('projects'));
  assert.is(replaced.status, 204);
  assert.equal(idsOf((await request(`GET ${path}`)).body.data.relationships.projects), [other]);
});

lists('workspaces of a variable set that a project owns, after one has left the project', async (world) => {
  const { request, ids, project } = world;
  const [one, two, three] = ids as [string, string, string];
  const keeper = await addCaller(world, 'manage-modules', 'maintain');
  const parent = { data: { type: 'projects', id: project } };
  const set = await create(world, 'varsets', { name: 's' }, { parent, workspaces: many('workspaces', one) });
  await world.store.write((tx) => tx.link('varset-workspaces', set, three));
  const change = document('varsets', {}, { workspaces: many('workspaces', two) });
  const changed = await keeper(`PATCH /varsets/${set}`, change);
  assert.equal([changed.status, idsOf(changed.body.data.relationships.workspaces)], [200, [two]]);
  assert.equal(idsOf((await request(`GET /varsets/${set}`)).body.data.relationships.workspaces), [two, three].sort());
});

lists('an owner replaces all', async (world) => {
  const { request, ids } = world;
  const [one, two, three] = ids as [string, string, string];
  const pool = await create(world, 'agent-pools', { name: 'p' }, { 'allowed-workspaces': many('workspaces', one, three) });
  await request(`PATCH /agent-pools/${pool}`, document('agent-pools', {}, { 'allowed-workspaces': many('workspaces', two) }));
  const { relationships } = (await request(`GET /agent-pools/${pool}`)).body.data;
  assert.equal(idsOf(relationships['allowed-workspaces']), [two]);
});

lists.run();
