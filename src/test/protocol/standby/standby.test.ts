/** Processes of a plugin that serve one engine after another. */
import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { skipWithReason } from '@slipway/test-support/skip';
import { temporaryFolder } from '@slipway/test-support/temporary-folder';
import { type ProtocolClient, value, valueOf } from '../client.ts';
import { createLaunchers, endWaiting, isRunning, until } from '../support/launcher.ts';

const plugins = suite('standby processes of a plugin');
const test = process.platform === 'linux' ? plugins : skipWithReason(plugins, 'standby processes need the /proc of Linux');

plugins.after(endWaiting);

const settings = { config: value({ greeting: null, token: null }), terraform_version: '1.2.3' };

const serveThree = async (shell: string, environment: Readonly<Record<string, string>> = {}): Promise<void> => {
  const { launch: launchWith, oneWaiting, waiting, folder } = createLaunchers(shell);
  const launch = () => launchWith(environment);
  const first = launch();
  assert.match(await first.line, /^1\|6\|unix\|.*\/slipway-[0-9a-f]{16}\.sock\|grpc\|$/);
  // The pipes between a launcher and its process have no names.
  assert.equal(readdirSync(folder), []);
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
bashTest('serve one engine after another where the shell makes files of short texts', () => serveThree(bash!, { BASH_COMPAT: '5.0' }));

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

test('leave Ctrl-C to the engine', async () => {
  const { launch } = createLaunchers();
  const one = launch();
  await one.line;
  one.child.kill('SIGINT');
  assert.is(await one.shutDown(), 0);
});

plugins.run();
