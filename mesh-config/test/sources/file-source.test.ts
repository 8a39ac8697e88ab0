import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { SourceEvent } from '../../src/resources/resource.ts';
import { systemClock } from '../../src/lifecycle/clock.ts';
import { createFileSource, type FileSource } from '../../src/sources/file-source.ts';
import { temporaryFolder } from '@slipway/test-support/temporary-folder';
import { createRecordingScope } from '../mcp/start-mcp-source.ts';

interface Context {
  folder: string;
  source: FileSource;
  events: string[];
  log: ReturnType<typeof createRecordingScope>;
  write(name: string, text: string): void;
}
const test = suite<Context>('mesh-config source of files');

const said = (event: SourceEvent): string =>
  'resource' in event
    ? `${event.kind} ${event.resource.collection.split('/').at(-1)} ${event.resource.name} ${event.resource.version}`
    : event.kind === 'deleted'
      ? `deleted ${event.collection.split('/').at(-1)} ${event.name}`
      : event.kind;
const begin = (context: Context, watch: boolean): void => {
  context.source = createFileSource({
    path: context.folder,
    watch,
    collections: ['istio/networking/v1alpha3/gateways'],
    scope: context.log,
    clock: systemClock,
    emit: (event) => {
      context.events.push(said(event));
    },
  });
};
test.before.each((context) => {
  context.folder = temporaryFolder();
  context.events = [];
  context.log = createRecordingScope();
  context.write = (name, text) => {
    writeFileSync(join(context.folder, name), text);
  };
  begin(context, false);
});
test.after.each(async ({ source }) => {
  await source.stop();
});

const gateway = (name: string, port = 80): string => `apiVersion: networking.istio.io/v1alpha3
kind: Gateway
metadata:
  name: ${name}
  namespace: edge
spec:
  servers:
  - port: {number: ${port}, name: http, protocol: HTTP}
`;

test('every document of every file is reported, then that this is all', async ({ source, events, write, folder }) => {
  write('a.yaml', `${gateway('one')}---\n${gateway('two')}`);
  mkdirSync(join(folder, 'below'));
  write('below/b.yml', gateway('three'));
  write('notes.txt', gateway('four'));
  await source.start();
  assert.equal(events, ['added gateways edge/one v1', 'added gateways edge/two v2', 'added gateways edge/three v3', 'full-sync']);
});
test('at a signal only what is other than before is reported', async ({ source, events, write, folder }) => {
  write('a.yaml', `${gateway('one')}---\n${gateway('two')}`);
  write('b.yaml', gateway('three'));
  await source.start();
  events.length = 0;
  write('a.yaml', `# moved down by a line\n${gateway('one')}---\n${gateway('two', 8080)}---\n${gateway('four')}`);
  rmSync(join(folder, 'b.yaml'));
  await source.reload();
  assert.equal(events, ['deleted gateways edge/three', 'updated gateways edge/two v4', 'added gateways edge/four v5']);
});
test('a document that cannot be read takes no other down, and what it may have been stays', async ({
  source,
  events,
  write,
  folder,
  log,
}) => {
  write('a.yaml', `${gateway('one')}---\n${gateway('two')}---\n${gateway('three')}`);
  await source.start();
  events.length = 0;
  write('a.yaml', `${gateway('one', 81)}---\n${gateway('two').replace('kind: Gateway', 'kind: [Gateway')}---\n${gateway('four')}`);
  await source.reload();
  assert.equal(events, ['updated gateways edge/one v4', 'added gateways edge/four v5']);
  assert.equal(log.lines.slice(-2), [
    `error not read: ${join(folder, 'a.yaml')}:12: Flow sequence in block collection must be sufficiently indented and end with a ]`,
    `warn ${join(folder, 'a.yaml')}: 2 resources of an earlier read stay until the whole file can be read`,
  ]);
  write('a.yaml', gateway('four'));
  await source.reload();
  assert.equal(events.slice(2), ['deleted gateways edge/one', 'deleted gateways edge/two', 'deleted gateways edge/three']);
});
test('of two documents for one name the first holds, and where the other is is said', async ({ source, events, write, folder, log }) => {
  write('a.yaml', gateway('one'));
  write('b.yaml', `---\n${gateway('one', 8080)}`);
  await source.start();
  assert.equal(events, ['added gateways edge/one v1', 'full-sync']);
  assert.equal(log.lines, [
    `warn ${join(folder, 'b.yaml')}:1: istio/networking/v1alpha3/gateways edge/one already exists in ` +
      `${join(folder, 'a.yaml')}:1, which is used`,
  ]);
});
test('what names no namespace is in default; kinds of the cluster have none; an unknown kind is skipped', async ({
  source,
  events,
  write,
}) => {
  write(
    'a.yaml',
    [
      gateway('one').replace('  namespace: edge\n', ''),
      'apiVersion: v1\nkind: Namespace\nmetadata: {name: edge, namespace: nonsense}\n',
      'apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: x}\n',
      'apiVersion: v1\nkind: List\nitems:\n- {apiVersion: v1, kind: Service, metadata: {name: web}, spec: {}}\n',
    ].join('---\n'),
  );
  await source.start();
  assert.equal(events, ['added gateways default/one v1', 'added namespaces edge v2', 'added services default/web v3', 'full-sync']);
});
test('a missing folder is reported, and nothing is synced until it is', async ({ source, events, folder, log }) => {
  rmSync(folder, { recursive: true });
  await source.start();
  assert.equal([events, log.lines], [[], [`error the folder ${folder} cannot be read: ENOENT`]]);
  mkdirSync(folder);
  await source.reload();
  assert.equal(events, ['full-sync']);
});
test('a volume that is swapped is read anew, each of its files once', async (context) => {
  const { folder, events, write } = context;
  for (const [version, port] of [
    ['..1', 80],
    ['..2', 81],
  ] as const) {
    mkdirSync(join(folder, version));
    write(`${version}/a.yaml`, gateway('one', port));
  }
  symlinkSync('..1', join(folder, '..data'));
  symlinkSync('..data/a.yaml', join(folder, 'a.yaml'));
  begin(context, true);
  await context.source.start();
  assert.equal(events, ['added gateways edge/one v1', 'full-sync']);
  symlinkSync('..2', join(folder, '..data_tmp'));
  renameSync(join(folder, '..data_tmp'), join(folder, '..data'));
  while (events.length < 3)
    await new Promise((done) => {
      setTimeout(done, 10);
    });
  assert.equal(events.slice(2), ['updated gateways edge/one v2']);
});
test('a watched folder tells of files in folders that came later', async (context) => {
  const { folder, events, write } = context;
  begin(context, true);
  await context.source.start();
  mkdirSync(join(folder, 'later'));
  while (true) {
    write('later/a.yaml', gateway('one'));
    await new Promise((done) => {
      setTimeout(done, 20);
    });
    if (events.length > 1) break;
  }
  assert.equal(events, ['full-sync', 'added gateways edge/one v1']);
});
test.run();
