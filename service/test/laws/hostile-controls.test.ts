// watchdog: 600 s
/** What replaces the whole store, or fills it, is read outside of the main thread and written in portions. */
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { controls } from '../../src/control/controls.ts';
import { schedule } from '@slipway/test-support/scale';
import { temporaryFolder } from '@slipway/test-support/temporary-folder';
import { listLocalEndpoints } from './fuzz/fuzzed-service.ts';
import { describeCost, isTooMuch, limits, measureCost, type MonitoredProcess, startMonitoredProcess } from './hostile/measure.ts';
import type { HostileContent } from './hostile/uploads.ts';
import { exportContents, seedContents } from './hostile/whole-bodies.ts';

/** In milliseconds. Health is asked by the process that sends the body, and waits for it. */
const most = { held: schedule(2 * limits.held, limits.held), health: 1000 };
/** One transaction: SQLite commits it, and moves its pages into the data file, in one step each. */
const inOneTransaction = { held: 150, health: 1000 };

const hostile = suite<{ service: MonitoredProcess }>('hostile bodies for a whole store');
hostile.before(async (context) => {
  context.service = await startMonitoredProcess('--data', join(temporaryFolder(), 'data'), '--test-controls');
});
hostile.after(async ({ service }) => {
  await service.stop();
});

hostile('are sent to every control endpoint', () => {
  const rows = listLocalEndpoints(`${import.meta.dirname}/../../..`).map(({ row }) => row);
  assert.equal(
    [...new Set(rows)].sort(),
    Object.keys(controls)
      .filter((row) => row !== 'GET /_local')
      .sort(),
  );
});

const send = async (service: MonitoredProcess, row: string, body?: Buffer<ArrayBuffer>): Promise<number> => {
  const [method, path] = row.split(' ') as [string, string];
  const response = await fetch(service.address + path, { method, body: body ?? null, signal: AbortSignal.timeout(60_000) });
  const text = await response.text();
  assert.ok(text.length < 2000, text.slice(0, 300));
  return response.status;
};

const findHeld = async (
  service: MonitoredProcess,
  row: string,
  contents: readonly HostileContent[],
  prepare: () => Promise<unknown>,
): Promise<readonly string[]> => {
  const found: string[] = [];
  for (const { name, status, isAlways, build } of contents) {
    if (!schedule(isAlways ?? false, true)) continue;
    const body = build();
    const allowed = status === 200 ? inOneTransaction : most;
    // What is replaced is deleted, and is as much as comes.
    if (row.startsWith('PUT') && status === 200) assert.is(await send(service, row, body), 200);
    const cost = await measureCost(
      { ...service, readHeld: async () => (await prepare(), service.readHeld()) },
      () => send(service, row, body),
      allowed,
    );
    if (cost.status !== status || isTooMuch(cost, allowed)) found.push(`${row}, ${name}: ${describeCost(cost)}; expected ${status}`);
  }
  return found;
};

hostile('hold the event loop no longer than other requests do, and health answers', async ({ service }) => {
  assert.equal(await findHeld(service, 'PUT /_local/state', exportContents, async () => {}), []);
  const empty = (): Promise<number> => send(service, 'POST /_local/reset', Buffer.from('{"empty":true}'));
  let isBefore = false;
  // Before each measurement, not after it.
  const prepare = async (): Promise<void> => {
    isBefore = !isBefore;
    if (isBefore) assert.is(await empty(), 204);
  };
  assert.equal(await findHeld(service, 'POST /_local/seed', seedContents, prepare), []);
  assert.is(service.readStderr(), '');
});

hostile.run();
