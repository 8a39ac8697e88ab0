/** Who replaces a list of which they see a part replaces that part: what they cannot see stays. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { newId } from '../../src/store/new-id.ts';
import type { OrganizationRight } from '../../src/http/route.ts';
import { createApiToken, createTeam, createUser } from '../../src/workspaces/organizations/bootstrap.ts';
import { createTestService, type TestService } from '../support.ts';
import { document, many } from '../documents.ts';

interface World extends TestService {
  /** Workspaces; the member sees the first and the second. */
  readonly ids: readonly string[];
  readonly project: string;
}

const create = async ({ request }: TestService, noun: string, attributes: object, relationships: object = {}): Promise<string> =>
  (await request(`POST /organizations/acme/${noun}`, document(noun, attributes, relationships))).body.data.id;

/** A member with the right, and read access to these workspaces and this project; the token is the user's name. */
const addMember = async ({ store, clock }: TestService, right: OrganizationRight, given: readonly (readonly [string, string, string])[]) =>
  store.write(async (tx) => {
    const context = { clock, newId };
    const user = await createUser(tx, context, { name: right });
    const team = await createTeam(tx, context, 'acme', { name: right, access: [right] });
    await tx.link('organization-members', (await tx.getByKey('organizations', '', 'acme'))!.id, user.id);
    await tx.link('team-members', team.id, user.id);
    await createApiToken(tx, context, { secret: right, owner: { kind: 'user', id: user.id } });
    for (const [kind, id, access] of given) await tx.link(kind, team.id, id, { access });
  });

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
  await addMember(world, 'manage-agent-pools', []);
  const pool = await create(world, 'agent-pools', { name: 'p' }, { 'allowed-workspaces': many('workspaces', one, three) });
  const change = document('agent-pools', {}, { 'allowed-workspaces': many('workspaces', two) });
  const changed = await request(`PATCH /agent-pools/${pool}`, change, { token: 'manage-agent-pools' });
  assert.is(changed.status, 200);
  const { relationships } = (await request(`GET /agent-pools/${pool}`)).body.data;
  assert.equal(idsOf(relationships['allowed-workspaces']), [two]);
});

lists('projects of an OAuth client, by its relationship', async (world) => {
  const { request, project } = world;
  const other = await create(world, 'projects', { name: 'other' });
  await addMember(world, 'manage-vcs-settings', [['team-projects', project, 'read']]);
  const client = {
    'service-provider': 'github',
    'http-url': 'https://a.example',
    'api-url': 'https://a.example/api',
    'oauth-token-string': 's',
  };
  const id = await create(world, 'oauth-clients', client, { projects: many('projects', project, other) });
  const path = `/oauth-clients/${id}`;
  const read = await request(`GET ${path}`, undefined, { token: 'manage-vcs-settings' });
  assert.equal(idsOf(read.body.data.relationships.projects), [project]);
  const replaced = await request(`PATCH ${path}/relationships/projects`, many('projects'), { token: 'manage-vcs-settings' });
  assert.is(replaced.status, 204);
  assert.equal(idsOf((await request(`GET ${path}`)).body.data.relationships.projects), [other]);
});

lists('workspaces of a variable set that a project owns, after one has left the project', async (world) => {
  const { request, ids, project } = world;
  const [one, two, three] = ids as [string, string, string];
  await addMember(world, 'manage-modules', [['team-projects', project, 'maintain']]);
  const parent = { data: { type: 'projects', id: project } };
  const set = await create(world, 'varsets', { name: 's' }, { parent, workspaces: many('workspaces', one) });
  await world.store.write((tx) => tx.link('varset-workspaces', set, three));
  const change = document('varsets', {}, { workspaces: many('workspaces', two) });
  const changed = await request(`PATCH /varsets/${set}`, change, { token: 'manage-modules' });
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
