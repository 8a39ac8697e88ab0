// watchdog: 60 s
import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createFileSource, type FileSource } from '../../src/sources/file-source.ts';
import { createReloadSignal } from '../../src/sources/reload-signal.ts';
import { temporaryFolder } from '@slipway/test-support/temporary-folder';
import { createRecordingScope, waitUntil } from '../mcp/start-mcp-source.ts';
import { createManualClock } from '../support/manual-clock.ts';

interface Context {
  folder: string;
  config: string;
  events: string[];
  log: ReturnType<typeof createRecordingScope>;
  clock: ReturnType<typeof createManualClock>;
  begin(watch: boolean): FileSource;
}
const test = suite<Context>('mesh-config watching of files');

const namespace = (name: string): string => `apiVersion: v1\nkind: Namespace\nmetadata: {name: ${name}}\n`;
const sources: FileSource[] = [];
test.before.each((context) => {
  context.folder = temporaryFolder();
  context.config = join(context.folder, 'config');
  context.events = [];
  context.log = createRecordingScope();
  // The clock stands, so a change is only seen through a notification of the system, not by polling.
  context.clock = createManualClock();
  context.begin = (watch) => {
    const source = createFileSource({
      path: context.config,
      watch,
      collections: ['namespaces'],
      scope: context.log,
      clock: context.clock,
      emit: (event) => {
        context.events.push(
          'resource' in event ? `${event.kind} ${event.resource.name}` : event.kind === 'deleted' ? `deleted ${event.name}` : event.kind,
        );
      },
    });
    sources.push(source);
    return source;
  };
});
test.after.each(async () => {
  for (const source of sources.splice(0)) await source.stop();
});

test('without --watchConfigFiles a change leads to no event, however long it is waited, until SIGUSR1', async ({
  config,
  events,
  clock,
  begin,
}) => {
  mkdirSync(config);
  // Of two sources of one folder only one watches: after its event, the other would have had one, too.
  const still = begin(false);
  const signal = createReloadSignal(still);
  await still.start();
  await signal.start();
  try {
    const others: string[] = [];
    const watching = createFileSource({
      path: config,
      watch: true,
      collections: [],
      scope: createRecordingScope(),
      clock,
      emit: (event) => {
        others.push(event.kind);
      },
    });
    sources.push(watching);
    await watching.start();
    for (const [name, kinds] of [
      ['one', ['added']],
      ['two', ['added', 'deleted', 'added']],
    ] as const) {
      writeFileSync(join(config, 'a.yaml'), namespace(name));
      await waitUntil(() => others.length === kinds.length);
      assert.equal(others, kinds);
    }
    clock.move(3_600_000);
    await watching.reload();
    assert.equal(events, ['full-sync']);
    process.kill(process.pid, 'SIGUSR1');
    await waitUntil(() => events.length > 1);
    // The first version of the file was not reported: only the signal caused a read.
    assert.equal(events, ['full-sync', 'added two']);
  } finally {
    await signal.stop();
  }
});
test('with --watchConfigFiles the folder is looked through every ten seconds besides', async ({ config, folder, events, clock, begin }) => {
  // No watched folder has an event for the target of a link outside of it.
  const outside = join(folder, 'a.yaml');
  mkdirSync(config);
  writeFileSync(outside, namespace('one'));
  symlinkSync(outside, join(config, 'a.yaml'));
  await begin(true).start();
  for (const [name, count] of [
    ['two', 4],
    ['three', 6],
  ] as const) {
    writeFileSync(outside, namespace(name));
    clock.move(9_999);
    assert.is(events.length, count - 2);
    clock.move(1);
    await waitUntil(() => events.length === count);
    // A change after the scan requires another one.
    await new Promise((done) => {
      setImmediate(done);
    });
  }
  assert.equal(events, ['added one', 'full-sync', 'deleted one', 'added two', 'deleted two', 'added three']);
});
test('a folder that is not there yet is reported once, and seen when it comes, goes and comes again', async ({
  config,
  events,
  log,
  begin,
}) => {
  await begin(true).start();
  mkdirSync(config);
  await waitUntil(() => events.length === 1);
  writeFileSync(join(config, 'a.yaml'), namespace('one'));
  await waitUntil(() => events.length === 2);
  rmSync(config, { recursive: true });
  await waitUntil(() => log.lines.length === 2);
  mkdirSync(config);
  writeFileSync(join(config, 'a.yaml'), namespace('two'));
  await waitUntil(() => events.length === 4);
  assert.equal(events, ['full-sync', 'added one', 'deleted one', 'added two']);
  assert.equal(log.lines, Array(2).fill(`error the folder ${config} cannot be read: ENOENT`));
});
test('a folder that is a link is seen when the link leads elsewhere', async ({ config, folder, events, begin }) => {
  for (const name of ['one', 'two']) {
    mkdirSync(join(folder, name));
    writeFileSync(join(folder, name, 'a.yaml'), namespace(name));
  }
  symlinkSync('one', config);
  await begin(true).start();
  symlinkSync('two', join(folder, 'next'));
  renameSync(join(folder, 'next'), config);
  await waitUntil(() => events.length === 4);
  assert.equal(events, ['added one', 'full-sync', 'deleted one', 'added two']);
});
test('a folder within that is taken away and made again, and a file that is replaced by another, are seen', async ({
  config,
  folder,
  events,
  begin,
}) => {
  mkdirSync(join(config, 'below'), { recursive: true });
  writeFileSync(join(config, 'below', 'a.yaml'), namespace('one'));
  await begin(true).start();
  rmSync(join(config, 'below'), { recursive: true });
  mkdirSync(join(config, 'below'));
  await waitUntil(() => events.includes('deleted one'));
  writeFileSync(join(config, 'below', 'a.yaml'), namespace('two'));
  await waitUntil(() => events.includes('added two'));
  writeFileSync(join(folder, 'a.yaml'), namespace('three'));
  renameSync(join(folder, 'a.yaml'), join(config, 'below', 'a.yaml'));
  await waitUntil(() => events.includes('added three'));
  assert.equal(events, ['added one', 'full-sync', 'deleted one', 'added two', 'deleted two', 'added three']);
});
test.run();
