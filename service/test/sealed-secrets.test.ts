// watchdog: 180 s
/** A secret is sent to every endpoint that takes one; then the bytes of the store, of an export and of a snapshot are searched. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { actions, resources } from '@slipway/declarations/resources';
import { startPostgres } from '@slipway/test-support/postgres';
import { skipWithReason } from '@slipway/test-support/skip';
import { temporaryFolder } from '@slipway/test-support/temporary-folder';
import { serveService } from './control/served.ts';
import { canary, ciToken, createSender, type Ids, type Send, senders, sendRun, sendState, withoutSecret } from './secret-senders.ts';
import { document } from './documents.ts';

const prepare = async (send: Send): Promise<Ids> => {
  const [{ id: owner }] = await send('GET /me/collaborations', undefined, ciToken);
  await send(`POST /organization/${owner}/project`, { name: 'web' }, ciToken);
  const { id: project } = await send('GET /project/gh/acme/web', undefined, ciToken);
  const created = await send('POST /organizations/acme/workspaces', document('workspaces', { name: 'web', 'execution-mode': 'remote' }));
  return { workspace: created.data.id, owner, project };
};

/** The canaries in a text: as they are, and in base64 at each of the three places that a byte can have. */
const findCanaries = (text: string): readonly string[] => [
  ...new Set([
    ...(text.match(/canary-of-[\w-]+/g) ?? []),
    ...['canary-of-', 'x'.concat('canary-of-'), 'xx'.concat('canary-of-')]
      .map((word) => Buffer.from(word).toString('base64').slice(4, -4))
      .filter((form) => text.includes(form)),
  ]),
];
const readFolder = (folder: string): string =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
    .join('\n');
const readDatabase = async (url: string): Promise<string> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const texts: string[] = [];
  for (const table of ['records', 'links', 'snapshots', 'meta'])
    texts.push(JSON.stringify((await client.query(`select * from slipway.${table}`)).rows));
  await client.end();
  return texts.join('\n');
};

const isSecretDeclared = (attributes: object): boolean =>
  Object.values(attributes as { readonly [name: string]: any }).some(
    ({ mode, sensitive, secret, writeOnly, kind }) =>
      (mode !== 'computed' && (sensitive || secret || writeOnly)) ||
      (kind.members && isSecretDeclared(kind.members)) ||
      (kind.item?.members && isSecretDeclared(kind.item.members)),
  );

const server = await startPostgres();

const stories = (
  where: string,
  open: () => Promise<{ readonly store: string; readonly read: () => Promise<string> }>,
  after: () => Promise<unknown> = async () => {},
): void => {
  const sealed = suite(`secrets stored ${where}`);
  sealed.after(async () => void (await after()));
  sealed('are in no byte of the data, of an export or of a snapshot, and not after they were deleted', async () => {
    const { store, read } = await open();
    const service = await serveService({ store });
    try {
      const send = createSender(service);
      const ids = await prepare(send);
      for (const one of Object.values(senders)) await one(send, service, ids);
      await sendRun(send, service, ids.workspace);
      await sendState(send, service, ids.workspace);
      await service.request('PUT /_local/state/snapshots/one');
      assert.equal(findCanaries(await read()), []);
      assert.equal(findCanaries((await service.request('GET /_local/state')).text), []);
      const headers = { 'slipway-export-key': 'a1'.repeat(32) };
      assert.equal(findCanaries((await service.request('GET /_local/state', { headers })).text), []);
      // They are there: whoever may read the state gets it.
      const { data } = await send(`GET /workspaces/${ids.workspace}/current-state-version`);
      const { pathname } = new URL(data.attributes['hosted-state-download-url']);
      assert.match((await service.request(`GET ${pathname}`)).text, canary('uploaded-state'));
      await service.request('POST /_local/reset', { body: { empty: true } });
      assert.equal(findCanaries(await read()), []);
    } finally {
      await service.close();
    }
    assert.equal(findCanaries(await read()), []);
  });
  sealed.run();
};

const declared = suite('secrets that are declared');
declared('each has a request in this test', () => {
  const names = [...Object.entries(resources), ...Object.entries(actions)].flatMap(([name, { attributes }]) =>
    isSecretDeclared(attributes) && !withoutSecret.has(name) ? [name] : [],
  );
  assert.ok(names.length >= 3, String(names));
  assert.equal(
    names.filter((name) => !Object.hasOwn(senders, name)),
    [],
  );
});
declared.run();

stories('in a folder', async () => {
  const store = join(temporaryFolder(), 'data');
  return { store, read: async () => readFolder(store) };
});
if (typeof server === 'string') {
  const none = suite('secrets stored in PostgreSQL');
  skipWithReason(none, server)('are sealed', () => {});
  none.run();
} else {
  const open = async () => {
    const { url } = await server.database('sealed_secrets');
    return { store: url, read: () => readDatabase(url) };
  };
  stories('in PostgreSQL', open, () => server.stop());
}
