/** When processes that wait end, and when there are none. */
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { skipWithReason } from '@slipway/test-support/skip';
import { temporaryFolder } from '@slipway/test-support/temporary-folder';
import { value } from '../client.ts';
import { createLaunchers, endWaiting, isRunning, until } from '../support/launcher.ts';

/** The processes that this one started. */
const childrenOf = (id: number): readonly number[] =>
  readFileSync(`/proc/${id}/task/${id}/children`, 'utf8').split(' ').filter(Boolean).map(Number);

const plugins = suite('the end of standby processes of a plugin');
const test = process.platform === 'linux' ? plugins : skipWithReason(plugins, 'standby processes need the /proc of Linux');
plugins.after(endWaiting);

test('end when nobody needed them for some seconds, and leave nothing', async () => {
  const { launch, oneWaiting, folder } = createLaunchers();
  await launch({ SLIPWAY_STANDBY: '1' }).shutDown();
  const process = await oneWaiting();
  await until(() => !isRunning(process), 'its end');
  assert.equal(readdirSync(folder), []);
});

test('delete what is left of processes that were killed, and of releases that nobody used for 30 days', async () => {
  const { launch, folder } = createLaunchers();
  const cache = dirname(folder);
  const [killed, fresh, old, recent] = [
    join(folder, '1.idle'),
    join(folder, '2.claim'),
    join(cache, 'standby-old'),
    join(cache, 'standby-new'),
  ];
  for (const path of [folder, old, recent]) mkdirSync(path, { mode: 0o700 });
  for (const path of [killed, fresh, join(old, '3.idle')]) writeFileSync(path, '');
  const ago = (seconds: number): Date => new Date(Date.now() - seconds * 1000);
  utimesSync(killed, ago(61), ago(61));
  utimesSync(old, ago(31 * 86_400), ago(31 * 86_400));
  utimesSync(recent, ago(29 * 86_400), ago(29 * 86_400));
  await launch().shutDown();
  await until(() => !existsSync(old), 'the end of the old folder');
  assert.ok(existsSync(recent));
  assert.equal([existsSync(killed), existsSync(fresh)], [false, true]);
});

test('do not serve an engine whose environment Node.js would have had to read when it started', async () => {
  const { launch, oneWaiting, waiting } = createLaunchers();
  await launch().shutDown();
  const process = await oneWaiting();
  const other = launch({ NODE_NO_WARNINGS: '1' });
  assert.match(await other.line, /^1\|6\|/);
  await until(() => !isRunning(process), 'the end of the first process');
  assert.is(await other.shutDown(), 0);
  assert.equal(waiting(), []);
});

for (const [what, environment] of [
  ['SLIPWAY_STANDBY=0', { SLIPWAY_STANDBY: '0' }],
  ['SLIPWAY_CODE_CACHE=off', { SLIPWAY_CODE_CACHE: 'off' }],
] as const)
  test(`are not there with ${what}: the launcher becomes the plugin`, async () => {
    const { launch, folder } = createLaunchers();
    const one = launch(environment);
    await one.line;
    assert.match(readFileSync(`/proc/${one.child.pid}/cmdline`, 'utf8'), /\/provider\.cjs\0$/);
    assert.is(await one.shutDown(), 0);
    assert.throws(() => readdirSync(folder), /ENOENT/);
  });

test('are not there where others can write to their folder', async () => {
  const { launch, folder } = createLaunchers();
  mkdirSync(folder);
  chmodSync(folder, 0o777);
  const one = launch();
  assert.match(await one.line, /^1\|6\|/);
  assert.match(readFileSync(`/proc/${one.child.pid}/cmdline`, 'utf8'), /\/provider\.cjs\0$/);
  assert.is(await one.shutDown(), 0);
  assert.equal(
    readdirSync(folder).filter((name) => name.endsWith('.idle')),
    [],
  );
});

test('are not there where their folder is a link to another', async () => {
  const { launch, folder } = createLaunchers();
  const other = temporaryFolder();
  symlinkSync(other, folder);
  const one = launch();
  assert.match(await one.line, /^1\|6\|/);
  assert.is(await one.shutDown(), 0);
  assert.equal(readdirSync(other), []);
});

test('that are killed while they wait are not chosen', async () => {
  const { launch, oneWaiting } = createLaunchers();
  await launch().shutDown();
  const waiting = await oneWaiting();
  process.kill(waiting, 'SIGKILL');
  await until(() => !isRunning(waiting), 'its end');
  const next = launch();
  assert.match(await next.line, /^1\|6\|/);
  assert.is(await next.shutDown(), 0);
});

test('leave nothing when their first engine kills its launcher', async () => {
  const { launch, folder } = createLaunchers();
  const one = launch();
  await one.line;
  const [served] = childrenOf(one.child.pid!);
  assert.equal(readdirSync(folder), []);
  one.child.kill('SIGKILL');
  await until(() => !isRunning(served!), 'the end of the process');
  assert.equal(readdirSync(folder), []);
});

test('that are killed while they serve end their launcher as a crash would, the first one and those that follow', async () => {
  const { launch, oneWaiting } = createLaunchers();
  const first = launch();
  await first.line;
  process.kill(childrenOf(first.child.pid!)[0]!, 'SIGKILL');
  assert.is(await first.ended, 2);
  await launch().shutDown();
  const serving = await oneWaiting();
  const next = launch();
  await next.line;
  process.kill(serving, 'SIGKILL');
  assert.is(await next.ended, 2);
});

test('end with an engine that ends without a word, or kills its launcher', async () => {
  const { launch, oneWaiting } = createLaunchers();
  await launch().shutDown();
  const serving = await oneWaiting();
  const gone = launch();
  const client = await gone.connect();
  await client.call('GetMetadata');
  client.close();
  assert.is(await gone.ended, 0);
  await until(() => !isRunning(serving), 'the end of a process whose engine left');
  await launch().shutDown();
  const other = await oneWaiting();
  const killed = launch();
  await killed.line;
  killed.child.kill('SIGKILL');
  await until(() => !isRunning(other), 'the end of a process whose launcher was killed');
});

test('do not go on when an engine leaves in the middle of a call', async () => {
  const { launch, oneWaiting, waiting } = createLaunchers();
  await launch().shutDown();
  const serving = await oneWaiting();
  const one = launch();
  const client = await one.connect();
  client.open('InvokeAction', { action_type: 'fixture_ring', config: value({ times: 0 }) }).on('error', () => {});
  await client.call('GetMetadata');
  await client.raw('/plugin.GRPCController/Shutdown', Buffer.alloc(0));
  client.close();
  assert.is(await one.ended, 0);
  await until(() => !isRunning(serving), 'its end');
  assert.equal(waiting(), []);
});

plugins.run();
