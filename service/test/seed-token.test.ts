import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openService } from '../src/start.ts';
import { temporaryFolder } from '@slipway/test-support/temporary-folder';

const test = suite('first token of a seeded service');
const start = (seed: string, token?: string) =>
  openService({ store: 'memory', seed: join(temporaryFolder({ 'seed.yaml': seed }), 'seed.yaml'), ...(token ? { token } : {}) });
const owned = 'users:\n  - name: ann\norganizations:\n  - name: acme\n    owners: [ann]\n';

test('a seed that gives nobody a token: its first owner is given one, printed once', async () => {
  const service = await start(owned);
  try {
    assert.match(service.firstToken ?? '', /^slipway-[\w-]{43}$/);
    const ask = (token: string) =>
      fetch(`${service.address}/api/v2/organizations/acme/projects`, { headers: { authorization: `Bearer ${token}` } });
    assert.is((await ask(service.firstToken!)).status, 200);
    assert.is((await ask('another')).status, 401);
  } finally {
    await service.close();
  }
});
test('the token can be chosen', async () => {
  const service = await start(owned, 'chosen-token-0123456789');
  assert.is(service.firstToken, 'chosen-token-0123456789');
  await service.close();
});
test('a seed that has a token is given none', async () => {
  const service = await start(owned.replace('name: ann\n', 'name: ann\n    token: of-ann-0123456789\n'));
  assert.is(service.firstToken, undefined);
  await service.close();
});

/** The status of a request with a token; with the first one unless another is named. */
const statusWith = async (seed: string, token?: string): Promise<number | string> => {
  let service;
  try {
    service = await start(seed);
  } catch (error) {
    return (error as Error).message.replace(/^.*seed\.yaml:/, 'seed.yaml:');
  }
  const headers = { authorization: `Bearer ${token ?? service.firstToken}` };
  const { status } = await fetch(`${service.address}/api/v2/organizations/acme/projects`, { headers });
  await service.close();
  return status;
};
const told =
  'organizations.0: nobody could sign in: no user, team or organization of the file has a token that is valid now, and no organization' +
  ' has an owner. Write `"owners": [';

test('a seed with which nobody could sign in is refused, with its line and the member to write', async () => {
  assert.is(
    await statusWith('settings: {}\norganizations:\n  - name: acme\n'),
    `seed.yaml:3: ${told}"ann"]\` here, and \`"users": [{ "name": "ann" }]\` at the top of the file; the service then creates a token` +
      ' of that user and prints it',
  );
  assert.is(
    await statusWith('users: [{ name: bob }]\norganizations: [{ name: acme }]\n'),
    `seed.yaml:2: ${told}"bob"]\` here; the service then creates a token of that user and prints it`,
  );
  for (const [what, seed] of [
    ['an agent token', 'organizations: [{ name: acme, agent_pools: [{ name: north, tokens: [{ value: of-the-pool }] }] }]'],
    ['an expired token', "organizations: [{ name: acme, tokens: [{ value: old, expired_at: '2020-01-01T00:00:00Z' }] }]"],
    ['a member of a team', 'users: [{ name: ann }]\norganizations: [{ name: acme, teams: [{ name: crew, members: [ann] }] }]'],
    ['an empty list of owners', 'organizations: [{ name: acme, owners: [] }]'],
  ] as const)
    assert.match(String(await statusWith(seed)), /^seed\.yaml:\d: organizations\.0: nobody could sign in: /, what);
});
test('with any other seed, somebody can', async () => {
  const ann = 'users: [{ name: ann }]\n';
  for (const [what, seed, token] of [
    ['a token of a user', 'users: [{ name: ann, token: t-1 }]\norganizations: [{ name: acme, owners: [ann] }]', 't-1'],
    ['a token of an organization', 'organizations: [{ name: acme, token: t-2 }]', 't-2'],
    ['a token of a team', 'organizations: [{ name: acme, teams: [{ name: crew, access: [read-projects], token: t-3 }] }]', 't-3'],
    ['one of several tokens', 'users: [{ name: ann, tokens: [{ value: t-4 }] }]\norganizations: [{ name: acme, owners: [ann] }]', 't-4'],
    ['an owner', `${ann}organizations: [{ name: acme, owners: [ann] }]`, undefined],
    ['a member of the team owners', `${ann}organizations: [{ name: acme, teams: [{ name: owners, members: [ann] }] }]`, undefined],
    [
      'an owner beside an agent token',
      `${ann}organizations: [{ name: acme, owners: [ann], agent_pools: [{ name: north, tokens: [{ value: t-5 }] }] }]`,
      undefined,
    ],
    [
      'an owner whose token has expired',
      "users: [{ name: ann, tokens: [{ value: old, expired_at: '2020-01-01T00:00:00Z' }] }]\n" +
        'organizations: [{ name: acme, owners: [ann] }]',
      undefined,
    ],
  ] as const)
    assert.is(await statusWith(seed, token), 200, what);
  assert.is(await statusWith(`${ann}organizations: [{ name: globex }, { name: acme, owners: [ann] }]`), 200, 'an owner of the second');
});

test('the seeds of the examples and of the pages can be signed in to', async () => {
  const root = new URL('../../', import.meta.url);
  const read = (path: string): string => readFileSync(new URL(path, root), 'utf8');
  const pages = readdirSync(new URL('docs/', root)).filter((name) => name.endsWith('.md'));
  const onPages = pages.flatMap((name) =>
    [...read(`docs/${name}`).matchAll(/```ya?ml\n([\s\S]*?)```/g)].map(([, text]) => [name, text!] as const),
  );
  const inExamples = readdirSync(new URL('examples/', root), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.ya?ml$/.test(path))
    .map((path) => [path, read(`examples/${path}`)] as const);
  const seeds = [...onPages, ...inExamples].filter(([, text]) => /^organizations:/m.test(text));
  assert.equal(
    seeds.map(([name]) => name).filter((name, index, all) => all.indexOf(name) === index),
    ['agents.md', 'ci-service.md', 'seed.md', 'workspace-service.md', 'platform/seed.yaml'],
  );
  for (const [name, seed] of seeds) {
    const service = await start(seed);
    const token = service.firstToken ?? /\btokens: \[\{ id: at-ann, value: (ann-token)/.exec(seed)?.[1];
    const response = await fetch(`${service.address}/api/v2/organizations`, { headers: { authorization: `Bearer ${token}` } });
    assert.is(response.status, 200, name);
    await service.close();
  }
});

test('a running service returns the token of the owner of a seed without tokens, and a reset keeps the one that was printed', async () => {
  const folder = temporaryFolder({ 'seed.yaml': owned });
  const service = await openService({ store: 'memory', seed: join(folder, 'seed.yaml'), test: true });
  const send = (path: string, body?: string) => fetch(`${service.address}${path}`, { method: 'POST', ...(body ? { body } : {}) });
  const statusOf = async (token: string) =>
    (await fetch(`${service.address}/api/v2/organizations/acme`, { headers: { authorization: `Bearer ${token}` } })).status;
  try {
    assert.is((await send('/_local/reset')).status, 204);
    assert.is(await statusOf(service.firstToken!), 200);
    assert.is((await send('/_local/reset', '{"empty": true}')).status, 204);
    const refused = await send('/_local/seed', 'organizations:\n  - name: acme\n');
    assert.is(refused.status, 422);
    assert.match(await refused.text(), /the request:2: organizations\.0: nobody could sign in/);
    const { token } = (await (await send('/_local/seed', owned)).json()) as { readonly token: string };
    assert.match(token, /^slipway-[\w-]{43}$/);
    assert.is(await statusOf(token), 200);
  } finally {
    await service.close();
  }
});
test.run();
