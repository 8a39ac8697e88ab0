// watchdog: 600 s
/** No request holds the event loop: every hostile body is sent to every endpoint that takes a body, while health is asked. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { schedule } from '@slipway/test-support/scale';
import { fillBody, fillPath } from './fuzz/fill-path.ts';
import type { FuzzEndpoint } from './fuzz/fuzz-request.ts';
import { listLocalEndpoints, serviceEndpoints, startFuzzedService } from './fuzz/fuzzed-service.ts';
import { secrets } from './fuzz/seed.ts';
import { sendRaw } from './fuzz/socket.ts';
import { generalBodies } from './hostile/bodies.ts';
import { ciBodies } from './hostile/bodies-ci.ts';
import type { HostileBody } from './hostile/hostile-body.ts';
import {
  type Cost,
  describeCost,
  isTooMuch,
  limits,
  measureCost,
  type MonitoredProcess,
  startMonitoredProcess,
} from './hostile/measure.ts';

const isWritten = ({ row }: FuzzEndpoint): boolean => /^(POST|PUT|PATCH|DELETE) /.test(row);
const endpoints = [...serviceEndpoints, ...listLocalEndpoints(`${import.meta.dirname}/../../..`)].filter(isWritten);

const startMonitoredService = async () => {
  let monitored: MonitoredProcess | undefined;
  const service = await startFuzzedService(async (...args) => (monitored = await startMonitoredProcess(...args)));
  return { service, address: `http://127.0.0.1:${service.port}`, readHeld: () => monitored!.readHeld() };
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

const measure = (monitored: MonitoredService, row: FuzzEndpoint, body: Buffer): Promise<Cost> =>
  measureCost(monitored, () => sendBody(monitored, row, body));

const hostile = suite<{ monitored: MonitoredService }>('hostile bodies');
hostile.before(async (context) => {
  context.monitored = await startMonitoredService();
});
hostile.after(async ({ monitored }) => {
  await monitored.service.stop();
});

const bodiesOf = (row: FuzzEndpoint, index: number): readonly HostileBody[] => [
  // The suite sends each endpoint the lists, and every second endpoint one of the other general ones, in turn.
  ...generalBodies.filter(({ isAlways }, place) =>
    schedule(isAlways?.(row.body) ?? 2 * (place % generalBodies.length) === index % (2 * generalBodies.length), true),
  ),
  // One of them for each endpoint, another one for its neighbor.
  ...ciBodies.filter(({ endpoint }) => endpoint === row.row).filter((_, place) => schedule(place === index % 3, true)),
];

hostile('bodies for single endpoints are for endpoints that there are', () => {
  const rows = new Set(endpoints.map(({ row }) => row));
  assert.is(ciBodies.length, 21);
  assert.equal(
    ciBodies.filter(({ endpoint }) => endpoint === undefined || !rows.has(endpoint)).map(({ endpoint }) => endpoint),
    [],
  );
});
hostile('hold the event loop for at most 50 ms, and health answers within 250 ms', async ({ monitored }) => {
  const found: string[] = [];
  for (const [index, row] of endpoints.entries()) {
    for (const { name, build } of bodiesOf(row, index)) {
      const cost = await measure(monitored, row, Buffer.from(build(fillBody(row.body ?? {}, monitored.service.pools(row.service), 0))));
      if (cost.status >= 500) found.push(`${row.row}, ${name}: ${cost.status}`);
      if (isTooMuch(cost)) found.push(`${row.row}, ${name}: ${describeCost(cost)}`);
    }
    if (row.row.startsWith('DELETE') || /reset|state|seed/.test(row.row)) await monitored.service.plant();
  }
  assert.equal(found, []);
  assert.is(monitored.service.complaints(), '');
});

hostile.run();
