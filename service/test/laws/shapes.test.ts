/**
 * The objects that a request makes have the shapes of those before them. V8 optimizes an access to members only while a place in the
 * program meets few shapes; an object that is made by a spread of others of many shapes, with a getter of its own, or with an object of its
 * own as prototype, has one that no other object has. It showed in nothing but a fifth of the processor time of all requests.
 */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createDatabaseTest } from '@slipway/test-support/database-test';
import { startPostgres } from '@slipway/test-support/postgres';
import { temporaryFolder } from '@slipway/test-support/temporary-folder';
import { type Client, countShapes, type SentRequest } from './shapes/count-shapes.ts';

/** Places that make shapes once, such as at the first use of something, are not counted. */
const rounds = { few: 1, many: 4 } as const;
const perRound = 24;

const many = <T>(describe: (at: number) => T): readonly T[] => Array.from({ length: perRound }, (_, at) => describe(at));
const idsOf = (answers: readonly { body: any }[]): readonly string[] => answers.map(({ body }) => body.data.id as string);

const createOf = (path: string, type: string, attributes: object): SentRequest => ({ method: 'POST', path, data: { type, attributes } });

/** What most clients do with workspaces, variable sets and variables. */
const doMuch = async ({ askAll }: Client, round: number): Promise<void> => {
  const here = '/organizations/acme';
  const newWorkspaces = many((at) => createOf(`${here}/workspaces`, 'workspaces', { name: `w-${round}-${at}`, 'auto-apply': true }));
  const workspaces = idsOf(await askAll(201, newWorkspaces));
  const newSets = many((at) => createOf(`${here}/varsets`, 'varsets', { name: `s-${round}-${at}`, global: false }));
  const sets = idsOf(await askAll(200, newSets));
  const on = (ids: readonly string[], describe: (id: string, at: number) => SentRequest): readonly SentRequest[] => ids.map(describe);
  const applying = (method: string): readonly SentRequest[] =>
    on(sets, (id, at) => ({ method, path: `/varsets/${id}/relationships/workspaces`, data: [{ type: 'workspaces', id: workspaces[at] }] }));
  await askAll(204, applying('POST'));
  await askAll(
    201,
    on(workspaces, (id) => createOf(`/workspaces/${id}/vars`, 'vars', { key: 'region', value: 'north', category: 'terraform' })),
  );
  await askAll(
    200,
    on(workspaces, (id) => ({
      method: 'PATCH',
      path: `/workspaces/${id}`,
      data: { type: 'workspaces', attributes: { description: 'one of many' } },
    })),
  );
  await askAll(
    200,
    on(workspaces, (id) => ({ method: 'GET', path: `/workspaces/${id}` })),
  );
  await askAll(
    200,
    many(() => ({ method: 'GET', path: `${here}/workspaces?page%5Bsize%5D=20` })),
  );
  await askAll(204, applying('DELETE'));
  await askAll(
    204,
    on([...sets.map((id) => `/varsets/${id}`), ...workspaces.map((id) => `/workspaces/${id}`)], (path) => ({ method: 'DELETE', path })),
  );
};

/** Places that make a new shape again and again: more often than once in eight of the requests of one kind. */
const listRepeated = async (createArgs: () => Promise<readonly string[]> | readonly string[]): Promise<readonly string[]> => {
  const counts: ReadonlyMap<string, number>[] = [];
  for (const times of [rounds.few, rounds.many])
    counts.push(
      await countShapes(await createArgs(), async (client) => {
        for (let round = 0; round < times; round++) await doMuch(client, round);
      }),
    );
  const most = ((rounds.many - rounds.few) * perRound) / 8;
  return [...counts[1]!].flatMap(([place, count]) => {
    const more = count - (counts[0]!.get(place) ?? 0);
    return more > most ? [`${place}: ${more} more`] : [];
  });
};

const law = suite('shapes of objects');
const server = await startPostgres();

law('on SQLite no place makes a new one for each request', async () => {
  assert.equal(await listRepeated(() => ['--data', temporaryFolder({})]), []);
});

createDatabaseTest(law, server)('on PostgreSQL no place makes a new one for each request', async () => {
  let databases = 0;
  const create = async (): Promise<readonly string[]> => {
    databases += 1;
    const { url } = await (server as Exclude<typeof server, string>).database(`shapes_${databases}`);
    return ['--postgres', url, '--master-key-command', `echo ${Buffer.alloc(32, 7).toString('base64')}`];
  };
  assert.equal(await listRepeated(create), []);
});

law.run();
