import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmdirSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createFileProbe } from '../../src/probes/file-probe.ts';
import type { Component } from '../../src/lifecycle/component.ts';
import { temporaryFolder } from '@slipway/test-support/temporary-folder';
import { createRecordingScope } from '../mcp/start-mcp-source.ts';

const test = suite<{
  path: string;
  log: ReturnType<typeof createRecordingScope>;
  reason?: string | undefined;
  isStopped: boolean;
  probe: Component;
}>('mesh-config probe files');
test.before.each((context) => {
  context.path = join(temporaryFolder(), 'ready');
  context.log = createRecordingScope();
  context.reason = undefined;
  context.isStopped = false;
  context.probe = createFileProbe({
    name: 'readiness probe',
    path: context.path,
    interval: 20,
    scope: context.log,
    checks: [{ name: 'validation server', failure: () => context.reason, isStopped: () => context.isStopped }],
  });
});
test.after.each(async ({ probe }) => {
  await probe.stop();
});
const until = async (holds: () => boolean): Promise<void> => {
  while (!holds())
    await new Promise((done) => {
      setTimeout(done, 2);
    });
};

test('is an empty file that is there at once, touched while all is well, and gone at the end', async ({ path, probe }) => {
  await probe.start();
  assert.is(statSync(path).size, 0);
  utimesSync(path, 1, 1);
  await until(() => statSync(path).mtimeMs > 1_000_000_000_000);
  await probe.stop();
  assert.is(existsSync(path), false);
});
test('is taken away while something is wrong, which is reported once', async (context) => {
  await context.probe.start();
  context.reason = 'no answer';
  await until(() => !existsSync(context.path));
  context.reason = undefined;
  await until(() => existsSync(context.path));
  assert.equal(context.log.lines, ['error validation server turns unavailable: no answer', 'info validation server turns available']);
});
test('is taken away, without an error, when what it checks is stopped on purpose', async (context) => {
  await context.probe.start();
  [context.isStopped, context.reason] = [true, 'it is stopped'];
  await until(() => !existsSync(context.path));
  assert.equal(context.log.lines, ['info validation server: it is stopped']);
});
test('is not there before all is well for the first time, and waiting for that is not an error', async (context) => {
  context.reason = 'it has not answered yet';
  await context.probe.start();
  assert.is(existsSync(context.path), false);
  context.reason = undefined;
  await until(() => existsSync(context.path));
  assert.equal(context.log.lines, [
    'info waiting for validation server: it has not answered yet',
    'info validation server turns available',
  ]);
});
test('is not made where there is no path or no interval', async ({ path, log }) => {
  for (const none of [
    { path: '', interval: 20 },
    { path, interval: 0 },
    { path, interval: -5 },
  ]) {
    const probe = createFileProbe({ name: 'liveness probe', checks: [], scope: log, ...none });
    await probe.start();
    await probe.stop();
  }
  assert.is(existsSync(path), false);
});
test('a missing folder keeps the server from starting', async ({ log }) => {
  const folder = temporaryFolder();
  const probe = createFileProbe({ name: 'liveness probe', path: join(folder, 'none', 'live'), interval: 20, checks: [], scope: log });
  const error = await probe.start().then(
    () => undefined,
    (one: Error) => one.message,
  );
  assert.is(error, `liveness probe: ENOENT: no such file or directory, open '${join(folder, 'none', 'live')}'`);
});
test('a folder that goes away later is reported, and the file comes back with it', async ({ path, probe, log }) => {
  await probe.start();
  rmSync(join(path, '..'), { recursive: true });
  await until(() => log.lines.length > 0);
  mkdirSync(join(path, '..'));
  await until(() => existsSync(path));
  assert.equal(log.lines, [`error readiness probe: ENOENT: no such file or directory, open '${path}'`]);
});
test('what somebody else keeps at the path is neither touched nor taken away, and there is no start', async ({ log }) => {
  const folder = temporaryFolder({ kept: 'kept' });
  assert.is(spawnSync('mkfifo', [join(folder, 'pipe')]).status, 0);
  symlinkSync('/dev/null', join(folder, 'null'));
  mkdirSync(join(folder, 'folder'));
  for (const name of ['kept', 'pipe', 'null', 'folder']) {
    const path = join(folder, name);
    const probe = createFileProbe({ name: 'liveness probe', path, interval: 20, checks: [], scope: log });
    const error = await probe.start().then(
      () => undefined,
      (one: Error) => one.message,
    );
    await probe.stop();
    assert.is(error, `liveness probe: ${path} exists and is not an empty file, and is not overwritten; use another path`);
    assert.is(existsSync(path), true);
  }
  assert.is(readFileSync(join(folder, 'kept'), 'utf8'), 'kept');
});
test('an empty file that a killed server left is taken over', async ({ path, probe }) => {
  writeFileSync(path, '');
  utimesSync(path, 1, 1);
  await probe.start();
  assert.ok(statSync(path).mtimeMs > 1_000_000_000_000);
});
test('a pipe that comes to the path later holds nothing up', async ({ path, probe, log }) => {
  await probe.start();
  rmSync(path);
  assert.is(spawnSync('mkfifo', [path]).status, 0);
  await until(() => log.lines.length > 0);
  assert.equal(log.lines, [`error readiness probe: ENXIO: no such device or address, open '${path}'`]);
});
test('is looked after twice an interval, and a fault that stays is reported once', async ({ path, log }) => {
  const real = globalThis.setInterval;
  const asked: { every: number | undefined; look: () => void }[] = [];
  globalThis.setInterval = ((look: () => void, every?: number) => {
    asked.push({ look, every });
    return real(() => {}, 1_000_000);
  }) as typeof setInterval;
  const probe = createFileProbe({ name: 'liveness probe', path, interval: 2000, checks: [], scope: log });
  try {
    await probe.start();
  } finally {
    globalThis.setInterval = real;
  }
  assert.equal(
    asked.map(({ every }) => every),
    [1000],
  );
  const fault = `error liveness probe: EISDIR: illegal operation on a directory, open '${path}'`;
  for (const lines of [[fault], [fault, fault]]) {
    rmSync(path);
    mkdirSync(path);
    for (let look = 0; look < 3; look += 1) asked[0]!.look();
    assert.equal(log.lines, lines);
    rmdirSync(path);
    asked[0]!.look();
    assert.is(existsSync(path), true);
  }
  await probe.stop();
});
test.run();
