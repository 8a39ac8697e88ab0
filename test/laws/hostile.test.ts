// watchdog: 600 s
/** No request holds the event loop: every hostile body is sent to every endpoint that takes a body, while health is asked. */
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { startProcessWith } from '../service/processes.ts';
import { schedule } from '../support/scale.ts';
import { fillBody, fillPath } from './fuzz/fill-path.ts';
import type { FuzzEndpoint } from './fuzz/fuzz-request.ts';
import { listLocalEndpoints, serviceEndpoints, startFuzzedService } from './fuzz/fuzzed-service.ts';
import { secrets } from './fuzz/seed.ts';
import { sendRaw } from './fuzz/socket.ts';
import { generalBodies } from './hostile/bodies.ts';
import { ciBodies } from './hostile/bodies-ci.ts';
import type { HostileBody } from './hostile/hostile-body.ts';

/** In milliseconds. */
const limits = { held: 50, health: 250, answer: 30_000 };
/** On a machine with other work, a process waits for its turn: what a body costs is the least of these many tries. */
const tries = 5;

const monitor = new URL('hostile/monitor.mjs', import.meta.url).href;
const isWritten = ({ row }: FuzzEndpoint): boolean => /^(POST|PUT|PATCH|DELETE) /.test(row);
/** They replace the whole store, and take as long as it is large; the operator alone may send them. */
const isWhole = ({ row }: FuzzEndpoint): boolean => row === 'PUT /_local/state' || row === 'POST /_local/seed';
const endpoints = [...serviceEndpoints, ...listLocalEndpoints(`${import.meta.dirname}/../..`)].filter(
  (endpoint) => isWritten(endpoint) && !isWhole(endpoint),
);

const startMonitoredService = async () => {
  let child: Awaited<ReturnType<typeof startProcessWith>>['child'] | undefined;
  const service = await startFuzzedService(async (...args) => {
    const started = await startProcessWith(['--import', monitor], ...args);
    child = started.child;
    return started;
  });
  return {
    service,
    /** The longest time in milliseconds since the last call. */
    readHeld: async (): Promise<number> => {
      child!.send('read');
      const [{ held }] = (await once(child!, 'message')) as [{ held: number }];
      return held;
    },
  };
};
type MonitoredService = Awaited<ReturnType<typeof startMonitoredService>>;

const sendBody = async ({ service }: MonitoredService, row: FuzzEndpoint, body: Buffer): Promise<number> => {
  const nothing = { method: undefined, places: [0, 0, 0, 0, 0, 0], odd: [], query: {}, rawQuery: undefined, changes: [], keep: true };
  const request = fillPath(
    { ...nothing, row, body, token: secrets[0], carried: 99, type: undefined, extra: [], manner: 'whole' },
    service.pools(row.service),
  );
  return (await sendRaw(service.port, request, limits.answer))?.status ?? 0;
};

/** The longest answer of the health endpoint, in milliseconds, while the work runs. */
const watchHealth = async (port: number, work: () => Promise<void>): Promise<number> => {
  let [running, longest] = [true, 0];
  const watching = (async () => {
    while (running) {
      const start = performance.now();
      const { status } = await fetch(`http://127.0.0.1:${port}/_local/health`);
      assert.is(status, 200);
      longest = Math.max(longest, performance.now() - start);
      await pause(5);
    }
  })();
  await work();
  running = false;
  await watching;
  return longest;
};

interface Cost {
  readonly status: number;
  readonly held: number;
  readonly health: number;
}
const measureOnce = async (monitored: MonitoredService, row: FuzzEndpoint, body: Buffer): Promise<Cost> => {
  let status = 0;
  await monitored.readHeld();
  const health = await watchHealth(monitored.service.port, async () => {
    status = await sendBody(monitored, row, body);
  });
  return { status, health, held: await monitored.readHeld() };
};
const isTooMuch = ({ held, health }: Cost): boolean => held > limits.held || health > limits.health;

const measure = async (monitored: MonitoredService, row: FuzzEndpoint, body: Buffer): Promise<Cost> => {
  let least = await measureOnce(monitored, row, body);
  for (let again = 1; again < tries && isTooMuch(least); again++) {
    await pause(50);
    const next = await measureOnce(monitored, row, body);
    if (next.held + next.health < least.held + least.health) least = next;
  }
  return least;
};

const hostile = suite<{ monitored: MonitoredService }>('hostile bodies');
hostile.before(async (context) => {
  context.monitored = await startMonitoredService();
});
hostile.after(async ({ monitored }) => {
  await monitored.service.stop();
});

const bodiesOf = (row: FuzzEndpoint, index: number): readonly HostileBody[] => [
  // The suite sends each endpoint the lists, and two of the other general ones, another two to its neighbor.
  ...generalBodies.filter(({ isAlways }, place) => schedule(isAlways?.(row.body) ?? place % 7 === index % 7, true)),
  ...ciBodies.filter(({ endpoint }) => endpoint === row.row),
];

hostile('hold the event loop for at most 50 ms, and health answers within 250 ms', async ({ monitored }) => {
  const found: string[] = [];
  for (const [index, row] of endpoints.entries()) {
    for (const { name, build } of bodiesOf(row, index)) {
      const { status, held, health } = await measure(
        monitored,
        row,
        Buffer.from(build(fillBody(row.body ?? {}, monitored.service.pools(row.service), 0))),
      );
      if (status >= 500 && status !== 501) found.push(`${row.row}, ${name}: ${status}`);
      if (isTooMuch({ status, held, health }))
        found.push(`${row.row}, ${name}: ${status}, held for ${Math.round(held)} ms, health after ${Math.round(health)} ms`);
    }
    if (row.row.startsWith('DELETE') || /reset|state|seed/.test(row.row)) await monitored.service.plant();
  }
  assert.equal(found, []);
  assert.is(monitored.service.complaints(), '');
});

hostile.run();
