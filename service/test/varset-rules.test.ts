import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createTestService, type TestService } from './support.ts';
import { createProjectId } from './creators.ts';
import { document, one } from './documents.ts';

const varset = suite<{ bench: TestService; make(attributes: object, relationships?: object): Promise<any>; project: string }>(
  'varset rules',
);
varset.before.each(async (context) => {
  context.bench = await createTestService();
  context.make = (attributes, relationships) =>
    context.bench.request('POST /organizations/acme/varsets', document('varsets', attributes, relationships));
  context.project = await createProjectId(context.bench, 'payments');
});
varset.after.each(async (context) => {
  await context.bench.close();
});
const variable = (key: string, value = 'x', category = 'env') => ({ type: 'vars', attributes: { key, value, category } });

varset('global sets must not hold the same key in the same category', async ({ bench: { request: ask }, make }) => {
  const vars = { vars: { data: [variable('REGION')] } };
  assert.is((await make({ name: 'one', global: true }, vars)).status, 200);
  const second = await make({ name: 'two', global: true }, vars);
  assert.is(second.status, 422);
  assert.equal(second.body, {
    errors: [
      {
        status: '422',
        title: 'invalid attribute',
        detail: 'the env variable "REGION" is already in the global variable set "one"; global sets must not conflict',
        source: { pointer: '/data/attributes/global' },
      },
    ],
  });
  assert.equal((await ask('GET /organizations/acme/varsets?q=two')).body.data, [], 'nothing of the refused set stays');
  // Another category is another variable; a set that is not global is free.
  assert.is((await make({ name: 'three', global: true }, { vars: { data: [variable('REGION', 'x', 'infra')] } })).status, 200);
  const four = (await make({ name: 'four' }, vars)).body.data.id;
  const becoming = await ask(`PATCH /varsets/${four}`, document('varsets', { global: true }));
  assert.is(becoming.status, 422);
  assert.is((await ask(`GET /varsets/${four}`)).body.data.attributes.global, false);
});

varset('of many global sets that want one key at once, one gets it', async ({ bench: { request: ask }, make }) => {
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, index) => make({ name: `set-${index}`, global: true }, { vars: { data: [variable('SHARED')] } })),
  );
  assert.equal(answers.map((answer) => answer.status).sort(), [200, ...Array(11).fill(422)]);
  assert.is((await ask('GET /organizations/acme/varsets')).body.meta.pagination['total-count'], 1);
  const names = await Promise.all(Array.from({ length: 8 }, () => make({ name: 'same' })));
  assert.equal(names.map((answer) => answer.status).sort(), [200, ...Array(7).fill(422)]);
});

varset('adding or renaming a variable of a global set claims its key, deleting frees it', async ({ bench: { request: ask }, make }) => {
  const one = (await make({ name: 'one', global: true }, { vars: { data: [variable('A')] } })).body.data;
  const two = (await make({ name: 'two', global: true })).body.data.id;
  assert.is((await ask(`POST /varsets/${two}/relationships/vars`, { data: variable('A') })).status, 422);
  const added = await ask(`POST /varsets/${two}/relationships/vars`, { data: variable('B') });
  assert.is(added.status, 200);
  assert.is((await ask(`PATCH /varsets/${two}/relationships/vars/${added.body.data.id}`, document('vars', { key: 'A' }))).status, 422);
  const gone = await ask(`DELETE /varsets/${one.id}/relationships/vars/${one.relationships.vars.data[0].id}`);
  assert.equal([gone.status, gone.body], [204, undefined]);
  assert.is((await ask(`PATCH /varsets/${two}/relationships/vars/${added.body.data.id}`, document('vars', { key: 'A' }))).status, 200);
  assert.is((await ask(`PATCH /varsets/${two}`, document('varsets', { global: false }))).status, 200);
  assert.is(
    (await ask(`POST /varsets/${one.id}/relationships/vars`, { data: variable('A') })).status,
    200,
    'a set that is no longer global holds nothing back',
  );
});

varset('a deleted global set frees its keys', async ({ bench: { request: ask }, make }) => {
  const one = (await make({ name: 'one', global: true }, { vars: { data: [variable('A')] } })).body.data.id;
  const gone = await ask(`DELETE /varsets/${one}`);
  assert.equal([gone.status, gone.body], [204, undefined]);
  assert.is((await ask(`GET /varsets/${one}`)).status, 404);
  assert.is((await make({ name: 'one', global: true }, { vars: { data: [variable('A')] } })).status, 200);
});

varset('a set of a project cannot be global, and its parent cannot change', async ({ bench: { request: ask }, make, project }) => {
  const parent = { parent: one('projects', project) };
  const refused = await make({ name: 'one', global: true }, parent);
  assert.is(refused.status, 422);
  const set = (await make({ name: 'one' }, parent)).body.data;
  assert.equal(set.relationships.parent, { data: { id: project, type: 'projects' } });
  const later = await ask(`PATCH /varsets/${set.id}`, document('varsets', { global: true }));
  assert.equal([later.status, later.body.errors[0].source], [422, { pointer: '/data/attributes/global' }]);
  const moved = await ask(`PATCH /varsets/${set.id}`, {
    data: { type: 'varsets', relationships: { parent: one('organizations', 'acme') } },
  });
  assert.equal([moved.status, moved.body.errors[0].source], [422, { pointer: '/data/relationships/parent' }]);
  assert.is(
    (await ask(`PATCH /varsets/${set.id}`, { data: { type: 'varsets', relationships: parent } })).status,
    200,
    'the same parent is no change',
  );
});

varset('a sensitive value is in no answer, and every write moves version-id', async ({ bench: { request: ask }, make }) => {
  const { id } = (await make({ name: 'base' })).body.data;
  const add = await ask(
    `POST /varsets/${id}/relationships/vars`,
    document('vars', { key: 'PASSWORD', value: 'canary-7', category: 'env', sensitive: true, description: 'of the database' }),
  );
  const one = `/varsets/${id}/relationships/vars/${add.body.data.id}`;
  const patched = await ask(`PATCH ${one}`, document('vars', { value: 'canary-7', description: 'of the database' }));
  const rewritten = await ask(`PATCH ${one}`, document('vars', { value: 'canary-7' }));
  const empty = await ask(`PATCH ${one}`, document('vars', {}));
  const versions = [add, patched, rewritten, empty].map((answer) => answer.body.data.attributes['version-id']);
  assert.is(new Set(versions.slice(0, 3)).size, 3);
  assert.is(versions[3], versions[2], 'a request that writes nothing');
  const answers = [
    add,
    patched,
    rewritten,
    await ask(`GET ${one}`),
    await ask(`GET /varsets/${id}/relationships/vars`),
    await ask(`GET /varsets/${id}?include=vars`),
    await ask('GET //_local/requests'),
  ];
  for (const answer of answers) assert.not.match(JSON.stringify(answer.body), 'canary-7');
  assert.is(rewritten.body.data.attributes.value, null);
  const shown = await ask(`PATCH ${one}`, document('vars', { sensitive: false }));
  assert.equal([shown.status, shown.body.errors[0].source], [422, { pointer: '/data/attributes/sensitive' }]);
});

varset('what is mistyped, missing or taken is told with its pointer', async ({ bench: { request: ask }, make }) => {
  const pointers = (answer: any) => [answer.status, answer.body.errors.map((error: any) => error.source?.pointer)];
  assert.equal(pointers(await make({})), [422, ['/data/attributes/name']]);
  assert.equal(pointers(await make({ name: 7, global: 'yes' })), [422, ['/data/attributes/name', '/data/attributes/global']]);
  assert.equal(pointers(await make({ name: 'a' }, { vars: { data: [{ type: 'vars', attributes: { key: 'A', category: 'other' } }] } })), [
    422,
    ['/data/relationships/vars/data/0/attributes/category'],
  ]);
  assert.is((await make({ name: 'a' })).status, 200);
  const twice = await make({ name: 'a' });
  assert.equal([pointers(twice), twice.body.errors[0].detail], [[422, ['/data/attributes/name']], '"a" has already been taken']);
  const { id } = (await make({ name: 'b' })).body.data;
  assert.equal(pointers(await ask(`POST /varsets/${id}/relationships/vars`, document('vars', {}))), [
    422,
    ['/data/attributes/key', '/data/attributes/category'],
  ]);
  await ask(`POST /varsets/${id}/relationships/vars`, { data: variable('A') });
  assert.equal(pointers(await ask(`POST /varsets/${id}/relationships/vars`, { data: variable('A') })), [422, ['/data/attributes/key']]);
  assert.is((await ask(`GET /varsets/${id}/relationships/vars/var-none`)).status, 404);
  assert.is((await ask(`GET /varsets/${id}?include=nothing`)).status, 400);
  assert.is((await ask('POST /organizations/nobody/varsets', document('varsets', { name: 'a' }))).status, 404);
});

varset('asked in hosted words it answers in hosted words', async ({ bench: { request: ask }, make }) => {
  const { id } = (await make({ name: 'base' })).body.data;
  const added = await ask(`POST /varsets/${id}/relationships/vars`, { data: variable('region', 'north', 'terraform') });
  assert.equal([added.status, added.body.data.attributes.category], [201, 'terraform']);
  assert.is((await ask(`GET /varsets/${id}/relationships/vars`)).body.data[0].attributes.category, 'infra');
  assert.is(
    (await ask(`GET /varsets/${id}/relationships/vars`, undefined, { headers: { 'user-agent': 'go-tfe' } })).body.data[0].attributes
      .category,
    'terraform',
  );
});

varset.run();
