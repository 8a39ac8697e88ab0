/** Filters of lists that the hosted service's document has: of variable sets, workspaces and remote state consumers. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createTestService, type TestService } from '../support.ts';
import { document, one } from '../documents.ts';

const lists = suite<{ bench: TestService; project: string; writer: string }>('filters of lists');
lists.before(async (context) => {
  const bench = await createTestService();
  const create = async (noun: string, attributes: object, relationships?: object): Promise<string> =>
    (await bench.request(`POST /organizations/acme/${noun}`, document(noun, attributes, relationships))).body.data.id;
  const project = await create('projects', { name: 'shop' });
  const tagged = (name: string, ...tags: readonly (readonly [string, string])[]) =>
    create(
      'workspaces',
      { name },
      { 'tag-bindings': { data: tags.map(([key, value]) => ({ type: 'tag-bindings', attributes: { key, value } })) } },
    );
  const reader = await tagged('reader', ['app', 'web'], ['tier', '']);
  const writer = await tagged('writer', ['tier', 'one']);
  await tagged('bare');
  await create('varsets', { name: 'everywhere', global: true });
  await create('varsets', { name: 'attached' }, { projects: { data: [{ type: 'projects', id: project }] } });
  await create('varsets', { name: 'owned' }, { parent: one('projects', project) });
  await bench.request(`POST /workspaces/${writer}/relationships/remote-state-consumers`, { data: [{ type: 'workspaces', id: reader }] });
  await bench.request(`PATCH /workspaces/${writer}`, document('workspaces', { 'global-remote-state': true }));
  Object.assign(context, { bench, project, writer });
});
lists.after(({ bench }) => bench.close());

const namesOf = async (bench: TestService, line: string): Promise<readonly string[]> => {
  const { status, body } = await bench.request(line);
  return status === 200
    ? body.data.map(({ attributes }: any) => attributes.name).sort()
    : [String(status), body.errors[0].source.parameter];
};

lists('variable sets are filtered by global, and by who owns them', async ({ bench, project }) => {
  const ofOrganization = (query: string) => namesOf(bench, `GET /organizations/acme/varsets?${query}`);
  assert.equal(await ofOrganization('filter[global]=true'), ['everywhere']);
  assert.equal(await ofOrganization('filter[global]=false'), ['attached', 'owned']);
  assert.equal(await ofOrganization('scope=owned'), ['attached', 'everywhere']);
  assert.equal(await ofOrganization('filter[global]=perhaps'), ['400', 'filter[global]']);
  const ofProject = (query: string) => namesOf(bench, `GET /projects/${project}/varsets?${query}`);
  assert.equal(await ofProject(''), ['attached', 'everywhere', 'owned']);
  assert.equal(await ofProject('scope=all'), ['attached', 'everywhere', 'owned']);
  assert.equal(await ofProject('scope=owned'), ['owned']);
  assert.equal(await ofProject('scope=shared'), ['attached']);
  assert.equal(await ofProject('scope=applied'), ['attached', 'owned']);
});

lists('workspaces have all tags that are named, or one of them, and a key alone may mean a tag without a value', async ({ bench }) => {
  const list = (query: string) => namesOf(bench, `GET /organizations/acme/workspaces?${query}`);
  const both = 'filter[tagged][0][key]=app&filter[tagged][0][value]=web&filter[tagged][1][key]=tier&filter[tagged][1][value]=one';
  assert.equal(await list(both), []);
  assert.equal(await list(`${both}&filter[tag-union]=true`), ['reader', 'writer']);
  assert.equal(await list('filter[tag-union]=true'), ['bare', 'reader', 'writer']);
  assert.equal(await list('filter[tagged][0][key]=tier'), ['reader', 'writer']);
  assert.equal(await list('filter[tagged][0][key]=tier&filter[tag-value-default-null]=true'), ['reader']);
  assert.equal(await list('filter[tag-union]=maybe'), ['400', 'filter[tag-union]']);
});

lists('consumers that were chosen are listed alone, where everybody may read the state', async ({ bench, writer }) => {
  const path = `/workspaces/${writer}/relationships/remote-state-consumers`;
  assert.equal(await namesOf(bench, `GET ${path}`), ['bare', 'reader']);
  assert.equal(await namesOf(bench, `GET ${path}?show_only_configured=true`), ['reader']);
});

lists.run();
