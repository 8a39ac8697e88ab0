import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { GraphqlFault } from '../../../src/ci/graphql/graphql-fault.ts';
import { parseQuery } from '../../../src/ci/graphql/parse-query.ts';
import { type CiTestService, startCiService } from '../support.ts';

const test = suite<{ here: CiTestService }>('fixed GraphQL queries');
test.before.each(async (context) => {
  context.here = await startCiService();
});
test.after.each(async ({ here }) => {
  await here.close();
});

const ask = ({ ci }: CiTestService, query: string, variables?: object, token = 'owner-token') =>
  ci('POST //graphql-unstable', { query, ...(variables ? { variables } : {}) }, { token });

test('an organization by its name at the host, and by its id', async ({ here }) => {
  const byName = await ask(
    here,
    'query($orgName: String!, $vcsType: VCSType!) {\n\torganization(name: $orgName, vcsType: $vcsType) {\n id\n name\n vcsType\n } }',
    { orgName: 'acme', vcsType: 'GITHUB' },
  );
  assert.equal([byName.status, byName.body], [200, { data: { organization: { id: here.org, name: 'acme', vcsType: 'NATIVE' } } }]);
  const byId = await ask(here, 'query($orgId: ID!) { found: organization(id: $orgId) { name } }', { orgId: here.org });
  assert.equal(byId.body, { data: { found: { name: 'acme' } } });
  for (const token of ['stranger-token', 'owner-token']) {
    const id = token === 'owner-token' ? '00000000-1111-4222-8333-000000000001' : here.org;
    const { status, body } = await ask(here, 'query($id: ID!) { organization(id: $id) { name } }', { id }, token);
    assert.equal(
      [status, body.data, body.errors[0].message.replace(id, '#')],
      [200, null, 'the organization # was not found, or this token has no access to it'],
    );
  }
});

test('the contexts of an organization, with fragments, their variables and groups', async ({ here }) => {
  const id = await here.context('deploy');
  await here.context('other');
  await here.ci(`PUT /context/${id}/environment-variable/TOKEN`, { value: 'secret-value' });
  const query = `
    query ContextsQuery($orgId: ID!) {
      organization(id: $orgId) { id contexts { edges { node { ...Context } } } }
    }
    fragment Context on Context {
      id name groups { edges { node { ...SecurityGroups } } }
      resources { ...EnvVars }
    }
    fragment EnvVars on EnvironmentVariable { variable truncatedValue }
    fragment SecurityGroups on Group { id name }
  `;
  const { organization } = (await ask(here, query, { orgId: here.org })).body.data;
  const groups = { edges: [{ node: { id: here.org, name: 'All members' } }] };
  assert.equal(organization.contexts.edges[0], {
    node: { id, name: 'deploy', groups, resources: [{ variable: 'TOKEN', truncatedValue: 'xxxxalue' }] },
  });
  assert.equal(organization.contexts.edges[1].node.resources, []);
  const direct = await ask(here, 'query($owner: UUID!) { contexts(ownerId: $owner) { edges { node { name } } } }', { owner: here.org });
  assert.equal(direct.body.data.contexts.edges.length, 2);
  assert.equal((await ask(here, `{ context(id: "${id}") { name resources { variable } } }`)).body.data.context.name, 'deploy');
});

test('a context is deleted; a query that asks for more than there is deletes nothing', async ({ here }) => {
  const id = await here.context('deploy');
  const query = (fields: string) => `mutation DeleteContext($input: DeleteContextInput!) { deleteContext(input: $input) { ${fields} } }`;
  const refused = await ask(here, query('clientMutationId speed'), { input: { contextId: id } });
  assert.match(refused.body.errors[0].message, /^there is no field "speed" here/);
  assert.is((await here.ci(`GET /context/${id}`)).status, 200);
  assert.equal((await ask(here, query('clientMutationId'), { input: { contextId: id } }, 'stranger-token')).body.data, null);
  assert.equal((await ask(here, query('clientMutationId'), { input: { contextId: id } })).body, {
    data: { deleteContext: { clientMutationId: null } },
  });
  assert.is((await here.ci(`GET /context/${id}`)).status, 403);
});

test('the user, and namespaces: each organization has the one of its name', async ({ here }) => {
  assert.equal((await ask(here, 'query { me { name login } }')).body, { data: { me: { name: 'olivia', login: 'olivia' } } });
  const find = 'query($name: String!) {\n registryNamespace(\n name: $name\n ){\n id\n }\n }';
  assert.equal((await ask(here, find, { name: 'acme' })).body, { data: { registryNamespace: { id: here.org } } });
  assert.equal((await ask(here, find, { name: 'globex' })).body, { data: { registryNamespace: null } });
  const claim =
    'mutation($name: String!, $organizationId: UUID!) { createNamespace(name: $name, organizationId: $organizationId) ' +
    '{ namespace { id } errors { message type } } }';
  assert.equal((await ask(here, claim, { name: 'acme', organizationId: here.org })).body, {
    data: { createNamespace: { namespace: { id: here.org }, errors: [] } },
  });
  assert.equal((await ask(here, claim, { name: 'harbour', organizationId: here.org })).body.data.createNamespace, {
    namespace: null,
    errors: [{ message: 'the namespace of this organization is "acme"; there is no other', type: 'NAMESPACE_ERROR' }],
  });
});

test('anything else has errors', async ({ here }) => {
  for (const [query, message] of [
    [
      'query { builds(first: 20) { totalCount } }',
      /^there is no query "builds" here; expected organization, contexts, context, me, registryNamespace, orb, orbVersion, orbs, /,
    ],
    ['mutation { renameOrb { orb { id } } }', /^there is no mutation "renameOrb" here/],
    [
      'mutation { a: createOrb { errors { message } } b: createOrb { errors { message } } }',
      /^expected one field in a mutation, and from 1 to 10 in a query$/,
    ],
    ['query { me }', /^the field me needs a selection of its fields$/],
    ['query { me { name { first } } }', /^the field name has no fields to select$/],
    ['', /^expected a query or a mutation$/],
    ['query {', /^expected a name; found the end$/],
    ['query { constructor { name } }', /^there is no query "constructor" here/],
    ['query { organization(id: "x") { name } }', /^the argument id is not a UUID$/],
  ] as const) {
    const { status, body } = await ask(here, query);
    assert.match(body.errors[0].message, message);
    assert.is(status, 200, query);
  }
  assert.is((await here.ci('POST //graphql-unstable', { variables: {} })).status, 400);
  const none = await here.ci('POST //graphql-unstable', { query: '{ me { name } }' }, { token: null });
  assert.equal([none.status, none.body.message], [401, 'no token was sent; send it as Ci-Token: <token>']);
});

test('a token without a scheme, as the older command line sends it, only here', async ({ here }) => {
  const bare = (path: string, authorization: string) =>
    here.ci(path, path.startsWith('GET') ? undefined : { query: 'query { me { name } }', variables: {} }, {
      token: null,
      headers: { authorization, 'content-type': 'application/json; charset=utf-8', 'user-agent': 'circleci-cli/0.1 (source)' },
    });
  assert.equal((await bare('POST //graphql-unstable', 'owner-token')).body, { data: { me: { name: 'olivia' } } });
  assert.is((await bare('POST //graphql-unstable', 'Bearer owner-token')).status, 200);
  for (const wrong of ['another-token', 'Token owner-token', ''])
    assert.is((await bare('POST //graphql-unstable', wrong)).status, 401, wrong);
  assert.is((await bare('GET /me', 'owner-token')).status, 401);
});

test('a query is bounded: characters, depth, fields, and fragments that spread themselves', () => {
  const fault = (query: string, message: RegExp) =>
    assert.throws(
      () => parseQuery(query, {}),
      (error: unknown) => error instanceof GraphqlFault && message.test(error.message),
      query.slice(0, 40),
    );
  fault(`{ ${'a '.repeat(10_001)} }`, /at most 20000 characters/);
  fault(`${'{ a '.repeat(20)}${'}'.repeat(20)}`, /at most 12 nested levels/);
  fault(`{ a(x: ${'['.repeat(20)}`, /at most 12 nested levels/);
  fault(`{ ${'a '.repeat(600)} }`, /at most 500 fields/);
  fault('{ ...F } fragment F on X { ...F }', /cannot be spread here/);
  const doubling = Array.from({ length: 11 }, (_, at) => `fragment F${at} on X { ...F${at + 1} ...F${at + 1} }`).join(' ');
  fault(`{ ...F0 } ${doubling} fragment F11 on X { a }`, /at most 500 fields/);
  fault('{ a } { b }', /one operation/);
});

test.run();
