import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { newId } from '../../src/store/new-id.ts';
import { createApiToken, createUser } from '../../src/workspaces/organizations/bootstrap.ts';
import { createWorkspaceTestService, type WorkspaceTestService } from './support.ts';
import { document } from '../documents.ts';

const names = suite<WorkspaceTestService>('names');
names.before.each(async (context) => {
  Object.assign(context, await createWorkspaceTestService());
});
names.after.each(async ({ close }) => {
  await close();
});

/** What is created by a name, and changed to another: the noun, and what else it needs. */
const nouns: readonly (readonly [noun: string, other: object, update?: string])[] = [
  ['varsets', {}, 'varsets'],
  ['projects', {}, 'projects'],
  ['teams', {}, 'teams'],
  ['ssh-keys', { value: 'k' }, 'ssh-keys'],
  ['agent-pools', {}, 'agent-pools'],
  ['workspaces', {}, 'workspaces'],
  ['registry-modules', { provider: 'aws', 'registry-name': 'private' }],
  ['oauth-clients', { 'service-provider': 'github', 'http-url': 'https://a.example', 'api-url': 'https://a.example' }],
];

for (const [noun, other, update] of nouns)
  names(`the name of ${noun} is one line of at most 255 characters, whatever creates or changes it`, async ({ request }) => {
    for (const name of [
      'two\nlines',
      'two\rlines',
      'tab\there',
      'nul\u0000',
      '\u001b[31mred',
      'next\u0085',
      'para\u2029graph',
      '🙂'.repeat(256),
    ]) {
      const { status, body } = await request(`POST /organizations/acme/${noun}`, document(noun, { name, ...other }));
      assert.equal([status, body.errors[0].source], [422, { pointer: '/data/attributes/name' }], JSON.stringify(name));
    }
    if (update === undefined) return;
    const { id } = (await request(`POST /organizations/acme/${noun}`, document(noun, { name: 'one-line', ...other }))).body.data;
    const changed = await request(`PATCH /${update}/${id}`, document(noun, { name: 'two\nlines' }));
    assert.equal([changed.status, changed.body.errors[0].source], [422, { pointer: '/data/attributes/name' }]);
  });

names('the key of a variable is one line', async ({ request, createWorkspaceId }) => {
  const variable = document('vars', { key: 'A\nB', value: 'x\ny', category: 'env' });
  const set = (await request('POST /organizations/acme/varsets', document('varsets', { name: 'set' }))).body.data.id;
  for (const path of [`/workspaces/${await createWorkspaceId('web')}/vars`, `/varsets/${set}/relationships/vars`]) {
    const { status, body } = await request(`POST ${path}`, variable);
    assert.equal(
      [status, body.errors[0]],
      [
        422,
        {
          status: '422',
          title: 'invalid attribute',
          detail: 'expected one line of at most 255 characters, got a string',
          source: { pointer: '/data/attributes/key' },
        },
      ],
    );
  }
});

names('lengths are counted in characters, not in UTF-16 units', async ({ request }) => {
  const made = await request('POST /organizations/acme/teams', document('teams', { name: '🙂'.repeat(255) }));
  assert.is(made.status, 201);
});

names('an organization is not created beside one whose name differs by case only', async ({ request, store, clock }) => {
  await store.write(async (tx) => {
    const user = await createUser(tx, { clock, newId }, { name: 'mallory' });
    await createApiToken(tx, { clock, newId }, { secret: 'mallory', owner: { kind: 'user', id: user.id } });
  });
  const create = (name: string) =>
    request('POST /organizations', document('organizations', { name, email: 'a@b.example' }), { token: 'mallory' });
  for (const name of ['acme', 'Acme', 'ACME']) {
    const { status, body } = await create(name);
    assert.equal([status, body.errors[0].detail], [422, `"${name}" has already been taken`]);
  }
  const ci = await request(
    'POST /organization',
    { name: 'ACME', vcs_type: 'circleci' },
    {
      token: null,
      headers: { 'ci-token': 'mallory', 'content-type': 'application/json' },
    },
  );
  assert.is(ci.status >= 400, true);
  assert.is((await create('acme-2')).status, 201, 'a longer name is another one');
  assert.is((await create('cme')).status, 201, 'and so is a part of it');
});

names.run();
