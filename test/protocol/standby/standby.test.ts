/** Processes of a plugin that serve one engine after another. */
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, readlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { skipWithReason } from '../../support/skip.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { type ProtocolClient, value, valueOf } from '../client.ts';
import { createLaunchers, endWaiting, isRunning, until } from '../support/launcher.ts';

const plugins = suite('standby processes of a plugin');
const test = process.platform === 'linux' ? plugins : skipWithReason(plugins, 'standby processes need the /proc of Linux');

plugins.after(endWaiting);

const settings = { config: value({ greeting: null, token: null }), terraform_version: '1.2.3' };

const serveThree = async (shell: string): Promise<void> => {
  const { launch, oneWaiting, waiting } = createLaunchers(shell);
  const first = launch();
  assert.match(await first.line, /^1\|6\|unix\|.*\/slipway-[0-9a-f]{16}\.sock\|grpc\|$/);
  assert.equal(waiting(), []);
  assert.is(await first.shutDown(), 0);
  const process = await oneWaiting();
  const second = launch();
  assert.is.not(await second.line, await first.line);
  assert.equal(waiting(), []);
  assert.ok(isRunning(process));
  assert.is(await second.shutDown(), 0);
  assert.is(await oneWaiting(), process);
  const third = launch();
  await third.line;
  assert.equal(waiting(), []);
  assert.is(await third.shutDown(), 0);
  assert.is(await oneWaiting(), process);
  assert.equal([first.stderr(), second.stderr(), third.stderr()], ['', '', '']);
};

test('serve one engine after another', () => serveThree('/bin/sh'));
const bash = ['/bin/bash', '/usr/bin/bash'].find((path) => existsSync(path));
const bashTest = bash === undefined ? skipWithReason(plugins, 'there is no bash') : test;
bashTest('serve one engine after another where the shell is bash', () => serveThree(bash!));

test('have the environment, the folder and the log of the engine that they serve', async () => {
  const { launch, oneWaiting, folder } = createLaunchers();
  const [one, other] = [temporaryFolder(), temporaryFolder()];
  const first = launch({ FIXTURE_TOLD: join(one, 'told'), FIXTURE_ONLY: 'once' }, one);
  await (await first.connect()).call('ConfigureProvider', settings);
  await first.shutDown();
  const process = await oneWaiting();
  assert.is(readlinkSync(`/proc/${process}/cwd`), folder);
  const second = launch({ FIXTURE_TOLD: 'told', FIXTURE_SECRET: 'the second' }, other);
  const client = await second.connect();
  await client.call('ConfigureProvider', settings);
  assert.is(readlinkSync(`/proc/${process}/cwd`), other);
  client.call('CallFunction', { name: 'crash', arguments: [] }).catch(() => {});
  assert.is(await second.ended, 2);
  client.close();
  assert.match(second.stderr(), /^panic: Error: over with the second\n/);
  assert.is(first.stderr(), '');
  assert.is(readFileSync(join(one, 'told'), 'utf8'), 'configure 1\n');
  assert.is(readFileSync(join(other, 'told'), 'utf8'), 'configure 1\n');
  assert.not.ok(isRunning(process));
});

test('know nothing of an engine that they served before', async () => {
  const { launch, oneWaiting } = createLaunchers();
  const greeting = { type_name: 'fixture_greeting', config: value({ name: 'Jo', words: null }) };
  const greet = async (client: ProtocolClient) => valueOf((await client.call('ReadDataSource', greeting)).state);
  const first = launch();
  const client = await first.connect();
  await client.call('ConfigureProvider', { ...settings, config: value({ greeting: 'Ahoy', token: 'first-token-1234' }) });
  assert.equal(await greet(client), { name: 'Jo', words: 'Ahoy, Jo' });
  client.close();
  await first.shutDown();
  await oneWaiting();
  const second = launch({ FIXTURE_SECRET: 'first-token-1234' });
  const next = await second.connect();
  await next.call('ConfigureProvider', settings);
  assert.equal(await greet(next), { name: 'Jo', words: 'Hello, Jo' });
  // A secret of the first engine is a text like any other.
  next.call('CallFunction', { name: 'crash', arguments: [] }).catch(() => {});
  assert.is(await second.ended, 2);
  assert.match(second.stderr(), /^panic: Error: over with first-token-1234\n/);
  next.close();
});

test('wait for the next engine when the launcher of the last one has read its answer, and not before', async () => {
  const { launch, oneWaiting, waiting } = createLaunchers();
  const one = launch();
  await one.line;
  one.child.kill('SIGSTOP');
  const ended = one.shutDown();
  await sleep(300);
  assert.equal(waiting(), []);
  one.child.kill('SIGCONT');
  assert.is(await ended, 0);
  assert.ok(await oneWaiting());
});

test('serve one engine at a time: another one that starts meanwhile gets a process of its own', async () => {
  const { launch, waiting } = createLaunchers();
  const both = [launch(), launch()];
  for (const one of both) assert.match(await one.line, /^1\|6\|/);
  assert.equal(await Promise.all(both.map((one) => one.shutDown())), [0, 0]);
  await until(() => waiting().length === 2, 'both');
});

test('of many launchers that start at once each gets its engine served', async () => {
  const { launch } = createLaunchers();
  for (let round = 0; round < 4; round++) {
    const all = Array.from({ length: 6 }, () => launch());
    const lines = await Promise.all(all.map(({ line }) => line));
    assert.is(new Set(lines).size, 6);
    assert.equal(await Promise.all(all.map((one) => one.shutDown())), [0, 0, 0, 0, 0, 0]);
  }
});

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

test('that are killed while they serve end their launcher as a crash would', async () => {
  const { launch, oneWaiting } = createLaunchers();
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

test('leave Ctrl-C to the engine', async () => {
  const { launch } = createLaunchers();
  const one = launch();
  await one.line;
  one.child.kill('SIGINT');
  assert.is(await one.shutDown(), 0);
});

plugins.run();
