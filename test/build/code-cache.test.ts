import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createConnection } from 'node:net';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { entryName, readEntry, writeEntry } from '../../src/protocol/code-cache/compiled-entry.ts';
import { resolveCacheFolder } from '../../src/protocol/code-cache/cache-folder.ts';
import { protocolClient } from '../../src/test/protocol/client.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const bundle = join(import.meta.dirname.replace(/[\\/]dist[\\/].*|[\\/]test[\\/]build.*/, ''), 'dist', 'provider', 'provider.cjs');

const test = suite('compiled code of the plugin');

/** Starts the plugin with this cache, calls procedures, ends it as an engine does that is interrupted, and returns its handshake line. */
const startPlugin = async (cache: string, procedures: readonly string[] = []): Promise<string> => {
  const child: ChildProcess = spawn(process.execPath, [bundle], {
    env: {
      ...process.env,
      NODE_EXTRA_CA_CERTS: undefined,
      TF_PLUGIN_MAGIC_COOKIE: 'd602bf8f470bc67ca7faa0386276bbdd4330efaf76d1a219cb4d6991ca9872b2',
      PLUGIN_PROTOCOL_VERSIONS: '6',
      SLIPWAY_CODE_CACHE: cache,
    },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const [line] = (await once(child.stdout!, 'data')) as [Buffer];
  // What answers calls has been loaded when a connection is answered.
  const socket = createConnection(line.toString().split('|')[3]!);
  await once(socket, 'data');
  socket.destroy();
  const client = protocolClient(`unix:${line.toString().split('|')[3]}`);
  for (const procedure of procedures) await client.call(procedure);
  client.close();
  child.kill('SIGTERM');
  await once(child, 'close');
  return line.toString();
};
const entriesOf = (folder: string): readonly (readonly [string, number])[] =>
  readdirSync(folder).map((name) => [name, statSync(join(folder, name)).mtimeMs]);

test('the first start keeps what it compiled, for its user alone; later ones take it', async () => {
  const folder = join(temporaryFolder(), 'new', 'code');
  assert.match(await startPlugin(folder), /^1\|6\|/);
  const entries = entriesOf(folder);
  assert.is(entries.length, 2, 'the handshake and the server');
  assert.equal(
    [folder, ...entries.map(([name]) => join(folder, name))].map((path) => statSync(path).mode & 0o777),
    [0o700, ...entries.map(() => 0o600)],
  );
  assert.match(await startPlugin(folder), /^1\|6\|/);
  assert.equal(entriesOf(folder), entries, 'nothing had to be compiled again');
});

test('an entry gains the functions of procedures that later starts are asked for', async () => {
  const folder = temporaryFolder();
  chmodSync(folder, 0o700);
  const proceduresOf = (): unknown[] => [...new Set(readdirSync(folder).map((name) => readEntry(folder, name)?.contents.join(' ')))];
  const largest = (): number => Math.max(...readdirSync(folder).map((name) => statSync(join(folder, name)).size));
  await startPlugin(folder, ['GetMetadata', 'ValidateProviderConfig']);
  assert.equal(proceduresOf(), ['GetMetadata ValidateProviderConfig']);
  assert.is(readdirSync(folder).length, 4, 'the calls and the declarations as well');
  const before = largest();
  await startPlugin(folder, ['GetMetadata', 'ValidateProviderConfig', 'ConfigureProvider']);
  assert.equal(proceduresOf(), ['ConfigureProvider GetMetadata ValidateProviderConfig']);
  assert.ok(largest() > before, 'functions of all three');
  const entries = entriesOf(folder);
  await startPlugin(folder, ['GetMetadata']);
  assert.equal(entriesOf(folder), entries, 'nothing new');
});

test('an entry that is damaged is compiled and stored again', async () => {
  const folder = temporaryFolder();
  chmodSync(folder, 0o700);
  await startPlugin(folder);
  const entries = entriesOf(folder);
  const name = entries[0]![0];
  const damaged = join(folder, name);
  const bytes = readFileSync(damaged);
  writeFileSync(damaged, bytes.subarray(0, bytes.length - 1));
  assert.is(readEntry(folder, name), undefined);
  assert.match(await startPlugin(folder), /^1\|6\|/);
  assert.ok(readEntry(folder, name));
});

test('a folder that others may write to is not used, nor one that cannot be made, nor any with off', async () => {
  const open = temporaryFolder();
  chmodSync(open, 0o777);
  assert.match(await startPlugin(open), /^1\|6\|/);
  assert.equal(readdirSync(open), []);
  const file = join(temporaryFolder(), 'file');
  writeFileSync(file, '');
  assert.match(await startPlugin(join(file, 'code')), /^1\|6\|/);
  assert.match(await startPlugin('off'), /^1\|6\|/);
  assert.not.ok(existsSync('off'));
});

test('an entry is read as it was written; one of another source, a damaged one and one that is being written are not', () => {
  const folder = temporaryFolder();
  const name = entryName('source');
  assert.is(readEntry(folder, name), undefined);
  const code = Buffer.from('compiled\n');
  writeEntry(folder, name, { contents: [], code });
  assert.equal(readEntry(folder, name), { contents: [], code });
  writeEntry(folder, name, { contents: ['ReadResource', 'GetMetadata'], code });
  assert.equal(readEntry(folder, name), { contents: ['ReadResource', 'GetMetadata'], code });
  assert.is.not(entryName('another'), name);
  writeFileSync(join(folder, name), Buffer.concat([Buffer.alloc(32), Buffer.from('\ncompiled')]));
  assert.is(readEntry(folder, name), undefined);
  mkdirSync(join(folder, `${name}.${process.pid}`));
  assert.throws(() => writeEntry(folder, name, { contents: [], code }), /EEXIST|EISDIR/);
});

test('where the folder is', () => {
  assert.is(resolveCacheFolder({ HOME: '/root-of-jo' }, 'linux'), '/root-of-jo/.cache/slipway/code');
  assert.is(resolveCacheFolder({ HOME: '/root-of-jo', XDG_CACHE_HOME: '/cache' }, 'linux'), '/cache/slipway/code');
  assert.is(resolveCacheFolder({ HOME: '/Users/jo' }, 'darwin'), '/Users/jo/Library/Caches/slipway/code');
  assert.is(resolveCacheFolder({ SLIPWAY_CODE_CACHE: '/own', HOME: '/root-of-jo' }, 'linux'), '/own');
  assert.is(resolveCacheFolder({ SLIPWAY_CODE_CACHE: 'off', HOME: '/root-of-jo' }, 'linux'), undefined);
  assert.is(resolveCacheFolder({}, 'linux'), undefined);
});

test.run();
