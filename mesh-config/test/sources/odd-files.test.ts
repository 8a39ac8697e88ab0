// watchdog: 120 s
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { systemClock } from '../../src/lifecycle/clock.ts';
import { listResourceFiles } from '../../src/sources/list-resource-files.ts';
import { createFileSource, type FileSource } from '../../src/sources/file-source.ts';
import { skipWithReason } from '@slipway/test-support/skip';
import { temporaryFolder } from '@slipway/test-support/temporary-folder';
import { createRecordingScope } from '../mcp/start-mcp-source.ts';

interface Context {
  folder: string;
  source: FileSource;
  events: string[];
  log: ReturnType<typeof createRecordingScope>;
}
const test = suite<Context>('mesh-config source of odd files');
const asRoot = process.getuid?.() === 0 ? skipWithReason(test, 'root may read everything') : test;

const gateway = (name: string): string =>
  `apiVersion: networking.istio.io/v1alpha3\nkind: Gateway\nmetadata: {name: ${name}, namespace: edge}\nspec: {}\n`;
test.before.each((context) => {
  context.folder = temporaryFolder({ 'a.yaml': gateway('one') });
  context.events = [];
  context.log = createRecordingScope();
  context.source = createFileSource({
    path: context.folder,
    watch: false,
    collections: [],
    scope: context.log,
    clock: systemClock,
    emit: (event) => {
      context.events.push(
        'resource' in event ? `${event.kind} ${event.resource.name}` : event.kind === 'deleted' ? `deleted ${event.name}` : event.kind,
      );
    },
  });
});
test.after.each(async ({ source }) => {
  await source.stop();
});

test('pipes, sockets and devices are passed over, by whatever name and link', async ({ folder, source, events, log }) => {
  assert.is(spawnSync('mkfifo', [join(folder, 'b.yaml')]).status, 0);
  const server = createServer().listen(join(folder, 'c.yaml'));
  symlinkSync('/dev/zero', join(folder, 'd.yaml'));
  symlinkSync('b.yaml', join(folder, 'e.yaml'));
  try {
    await source.start();
  } finally {
    server.close();
  }
  assert.equal([events, log.lines], [['added edge/one'], []]);
});
test('a file that became a pipe has gone', async ({ folder, source, events, log }) => {
  await source.start();
  rmSync(join(folder, 'a.yaml'));
  assert.is(spawnSync('mkfifo', [join(folder, 'a.yaml')]).status, 0);
  await source.reload();
  assert.equal([events, log.lines], [['added edge/one', 'deleted edge/one'], []]);
});
test('links that lead nowhere are passed over, links in a circle are reported once, folders in a circle are looked through once', async ({
  folder,
  source,
  events,
  log,
}) => {
  symlinkSync('nothing', join(folder, 'b.yaml'));
  symlinkSync('d.yaml', join(folder, 'c.yaml'));
  symlinkSync('c.yaml', join(folder, 'd.yaml'));
  mkdirSync(join(folder, 'below'));
  symlinkSync('..', join(folder, 'below', 'up'));
  writeFileSync(join(folder, 'below', 'z.yaml'), gateway('two'));
  await source.start();
  await source.reload();
  assert.equal(events, ['added edge/one', 'added edge/two']);
  assert.equal(log.lines, [
    `error ${join(folder, 'c.yaml')} cannot be read: ELOOP`,
    `error ${join(folder, 'd.yaml')} cannot be read: ELOOP`,
  ]);
});
test('what a folder had stays while it cannot be looked at, which is reported once', async ({ folder, source, events, log }) => {
  mkdirSync(join(folder, 'below'));
  for (const name of ['two', 'three']) writeFileSync(join(folder, 'below', `${name}.yaml`), gateway(name));
  await source.start();
  renameSync(join(folder, 'below'), join(folder, '..aside'));
  symlinkSync('below', join(folder, 'below'));
  await source.reload();
  await source.reload();
  assert.equal(events, ['added edge/one', 'added edge/three', 'added edge/two']);
  assert.equal(log.lines, [`error ${join(folder, 'below')} cannot be read: ELOOP; its previous content stays in use`]);
  rmSync(join(folder, 'below'));
  await source.reload();
  assert.equal(events.slice(3), ['deleted edge/three', 'deleted edge/two']);
});
asRoot('a folder and a file without the right to read keep what they had', async ({ folder, source, events, log }) => {
  mkdirSync(join(folder, 'below'));
  writeFileSync(join(folder, 'below', 'two.yaml'), gateway('two'));
  await source.start();
  chmodSync(join(folder, 'below'), 0);
  chmodSync(join(folder, 'a.yaml'), 0);
  try {
    await source.reload();
  } finally {
    chmodSync(join(folder, 'below'), 0o755);
  }
  assert.equal(events, ['added edge/one', 'added edge/two']);
  assert.equal(log.lines, [
    `error not read: ${join(folder, 'a.yaml')}: EACCES`,
    `warn ${join(folder, 'a.yaml')}: 1 resources of an earlier read stay until the whole file can be read`,
    `error ${join(folder, 'below')} cannot be read: EACCES; its previous content stays in use`,
  ]);
});
test('a file of 100 MB is reported and not read, and takes no other down', async ({ folder, source, events, log }) => {
  writeFileSync(join(folder, 'b.yaml'), gateway('two'));
  await source.start();
  truncateSync(join(folder, 'b.yaml'), 100 * 1024 * 1024);
  await source.reload();
  await source.reload();
  assert.equal(events, ['added edge/one', 'added edge/two']);
  assert.equal(log.lines, [
    `error not read: ${join(folder, 'b.yaml')}: it has 104857600 bytes; 67108864 are read`,
    `warn ${join(folder, 'b.yaml')}: 1 resources of an earlier read stay until the whole file can be read`,
  ]);
});
test('a document that would take seconds to read is reported, and those beside it are read', async ({ folder, source, events, log }) => {
  writeFileSync(join(folder, 'b.yaml'), `${gateway('two')}---\nkind: List\nitems:\n${'- {}\n'.repeat(420_000)}---\n${gateway('three')}`);
  await source.start();
  assert.equal(events, ['added edge/one', 'added edge/two', 'added edge/three']);
  assert.equal(log.lines, [
    `error not read: ${join(folder, 'b.yaml')}:5: the document has 2100022 characters; at most 2097152 are ` + 'read: split it with ---',
  ]);
});
test('scalars that mean something else in YAML 1.2 are reported at their lines, twenty of a file; an enumeration takes its word', async ({
  folder,
  source,
  events,
  log,
}) => {
  rmSync(join(folder, 'a.yaml'));
  const config = (name: string, mode: string): string =>
    `apiVersion: rbac.istio.io/v1alpha1\nkind: RbacConfig\nmetadata: {name: ${name}, namespace: edge}\nspec: {mode: ${mode}}\n`;
  writeFileSync(join(folder, 'modes.yaml'), config('default', 'ON'));
  writeFileSync(join(folder, 'names.yaml'), `${gateway('on')}---\n${gateway('x').replace('edge', 'no')}`);
  const selector = Array.from({ length: 22 }, (_, index) => `l${index}: yes`).join(', ');
  writeFileSync(join(folder, 'z.yaml'), gateway('many').replace('{}\n', `{selector: {${selector}}}\n`));
  await source.start();
  assert.equal(
    [...new Set(log.lines)].map((line) => line.replaceAll(folder, '')),
    [
      'warn /modes.yaml:4: ON is true in YAML 1.1, which Kubernetes reads: write true, or "ON" if the text is meant',
      'error not read: /names.yaml:1: expected a text as metadata.name',
      'error not read: /names.yaml:6: expected a text as metadata.namespace',
      'warn /names.yaml:3: on is true in YAML 1.1, which Kubernetes reads: write true, or "on" if the text is meant',
      'warn /names.yaml:8: no is false in YAML 1.1, which Kubernetes reads: write false, or "no" if the text is meant',
      'warn /z.yaml:4: yes is true in YAML 1.1, which Kubernetes reads: write true, or "yes" if the text is meant',
      'warn /z.yaml: 2 more scalars mean something else in YAML 1.2',
    ],
  );
  assert.equal(events, ['added edge/default', 'added edge/many']);
});
test('two documents for one name are reported once, and again when it happens again', async ({ folder, source, log }) => {
  const warning =
    `warn ${join(folder, 'b.yaml')}:1: istio/networking/v1alpha3/gateways edge/one already exists in ` +
    `${join(folder, 'a.yaml')}:1, which is used`;
  writeFileSync(join(folder, 'b.yaml'), gateway('one'));
  await source.start();
  await source.reload();
  assert.equal(log.lines, [warning]);
  rmSync(join(folder, 'b.yaml'));
  await source.reload();
  writeFileSync(join(folder, 'b.yaml'), gateway('one'));
  await source.reload();
  assert.equal(log.lines, [warning, warning]);
});
test('a file that is written twice within one tick of the file system is read twice', async ({ folder, source, events }) => {
  const path = join(folder, 'a.yaml');
  for (const name of ['two', 'six', 'ten', 'one', 'two', 'six']) {
    const before = readFileSync(path);
    writeFileSync(path, gateway(name));
    assert.is(before.length, readFileSync(path).length);
    await source.reload();
  }
  assert.equal(
    events.filter((event) => event.startsWith('added')),
    ['added edge/two', 'added edge/six', 'added edge/ten', 'added edge/one', 'added edge/two', 'added edge/six'],
  );
});
test('what was written just now has no signature that would tell it from what is written next; what is older has one', async ({
  folder,
}) => {
  const signatures = (await listResourceFiles(folder)).map((one) => ('signature' in one ? one.signature : one.code));
  assert.equal(signatures, [undefined]);
  const old = join(temporaryFolder(), 'old');
  symlinkSync(resolve(import.meta.dirname, '../../../examples/mesh-config'), old);
  const [first] = await listResourceFiles(old);
  assert.match(first && 'signature' in first ? (first.signature ?? '') : '', /^\d+(\.\d+){4}$/);
});
test.run();
