import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { RequestContext } from '../../src/http/route.ts';
import { describeResponseList, listParameters } from '../../src/json-api/describe-document.ts';
import { indexRelationships } from '../../src/json-api/relationship-index.ts';
import { withIncluded } from '../../src/json-api/resolve-includes.ts';
import { workspacesApiDefinition } from '../../src/workspaces/api-definition.ts';
import { catchProblem } from '../pipeline/support.ts';

const test = suite('include');

const to = (type: string, ...ids: readonly string[]) => ({ data: ids.map((id) => ({ type, id })) });
const workspace = (id: string, project: string) => ({
  id,
  type: 'workspaces',
  relationships: { project: { data: { type: 'projects', id: project } }, 'tag-bindings': to('tag-bindings', `tb-${id}`) },
});
const createContext = (include: string) => {
  const calls: string[] = [];
  const load = (type: string, relationships?: object) => async (_ctx: unknown, ids: readonly string[]) => {
    calls.push(`${type} ${ids.join(' ')}`);
    return ids.filter((id) => id !== 'prj-hidden').map((id) => ({ id, type, ...(relationships ? { relationships } : {}) }));
  };
  const documents = {
    projects: load('projects', { organization: { data: { type: 'organizations', id: 'acme' } } }),
    organizations: load('organizations'),
    'tag-bindings': load('tag-bindings'),
  };
  return { calls, ctx: { query: new URLSearchParams({ include }), documents, caller: {} } as unknown as RequestContext };
};
const includedIn = async (include: string, data: unknown) => {
  const { calls, ctx } = createContext(include);
  const { body } = await withIncluded(ctx, { status: 200, body: { data } });
  return { calls, included: (body as any).included.map(({ type, id }: any) => `${type} ${id}`) };
};

test('a page loads each type once, whatever the number of documents, and each document is included once', async () => {
  assert.equal(await includedIn('project,tag_bindings', [workspace('ws-1', 'prj-1'), workspace('ws-2', 'prj-1')]), {
    calls: ['projects prj-1', 'tag-bindings tb-ws-1 tb-ws-2'],
    included: ['projects prj-1', 'tag-bindings tb-ws-1', 'tag-bindings tb-ws-2'],
  });
});
test('a path brings every document on its way', async () => {
  assert.equal(await includedIn('project.organization', workspace('ws-1', 'prj-1')), {
    calls: ['projects prj-1', 'organizations acme'],
    included: ['projects prj-1', 'organizations acme'],
  });
});
test('what the caller may not see is left out', async () => {
  assert.equal((await includedIn('project', [workspace('ws-1', 'prj-hidden')])).included, []);
});
test('a name that no document has is 400, with the names that there are', async () => {
  const { ctx } = createContext('colour');
  assert.equal(await catchProblem(() => withIncluded(ctx, { status: 200, body: { data: workspace('ws-1', 'prj-1') } })), [
    400,
    'the include parameter names "colour"; expected project, tag-bindings',
  ]);
});
test('an empty list refuses it too, with the names that its operation describes', async () => {
  const shape = { type: 'workspaces', attributes: {}, relationships: { project: { to: 'projects' }, 'latest-run': { to: 'runs' } } };
  const description = { summary: 'Lists.', query: listParameters, responses: { 200: describeResponseList(shape) } };
  for (const data of [[], null]) {
    const ask = (include: string) => withIncluded(createContext(include).ctx, { status: 200, body: { data } }, description);
    const refusal = 'the include parameter names "colour.owner"; expected project, latest-run';
    assert.equal(await catchProblem(() => ask('project,colour.owner')), [400, refusal]);
    assert.equal((await ask('project,latest_run.plan')).body, { data, included: [] });
  }
});
test('where there is nothing to follow, the types of the documents say what names may come next', async () => {
  const describe = (type: string, relationships: object) => ({
    summary: 'Lists.',
    query: listParameters,
    responses: { 200: describeResponseList({ type, attributes: {}, relationships: relationships as {} }) },
  });
  const workspaces = describe('workspaces', {
    project: { to: 'projects' },
    'locked-by': { to: ['users', 'teams'] },
    readme: { to: 'readmes' },
  });
  const index = indexRelationships([
    workspaces,
    describe('projects', { organization: { to: 'organizations' } }),
    describe('teams', { users: { to: 'users', many: true } }),
    describe('organizations', {}),
  ]);
  const linkless = {
    id: 'ws-1',
    type: 'workspaces',
    relationships: { project: { data: null }, 'locked-by': { data: null }, readme: { data: null } },
  };
  for (const data of [[], null, linkless, [linkless]]) {
    const ask = (include: string) => withIncluded(createContext(include).ctx, { status: 200, body: { data } }, workspaces, index);
    for (const include of ['project.organization', 'locked_by.users', 'locked-by'])
      assert.equal((await ask(include)).body, { data, included: [] }, include);
    for (const [include, expected] of [
      ['project.colour', 'expected organization'],
      ['project,locked_by.colour', 'expected users'],
      ['project.organization.colour', 'nothing can be included here'],
      ['readme.colour', 'nothing can be included here'],
    ] as const)
      assert.equal(await catchProblem(() => ask(include)), [
        400,
        `the include parameter names "${include.split(',').at(-1)!.replace('_', '-')}"; ${expected}`,
      ]);
  }
});
test('every type that a relationship of the workspace service brings is indexed, but those without relationships', () => {
  const index = indexRelationships(workspacesApiDefinition.routes.flatMap(({ description }) => description ?? []));
  const targets = new Set([...index.values()].flatMap((relationships) => [...relationships.values()].flatMap((types) => [...types])));
  const loaded = [...targets].filter((type) => !index.has(type) && workspacesApiDefinition.documentLoaders![type]);
  assert.equal(loaded.sort(), ['entitlement-sets', 'variable-options', 'workspace-outputs']);
});
test('too long a path is 400', async () => {
  const { ctx } = createContext('a.b.c.d.e.f');
  assert.equal(await catchProblem(() => withIncluded(ctx, { status: 200, body: { data: workspace('ws-1', 'prj-1') } })), [
    400,
    'include: expected at most 20 paths of at most 5 names',
  ]);
});

test.run();
