// watchdog: 300 s
/**
 * Arbitrary input over a real socket to both services causes no 500, no hang, no lost process, and reveals no secret. `npm run torture --
 * service/test/laws/fuzz` asks more, each time something else.
 */
import { runs } from '@slipway/test-support/scale';
import { describeRepeat, fc, seed } from '@slipway/test-support/seed';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { fillPath } from './fuzz/fill-path.ts';
import { type FuzzRequest, renderRequest, type FuzzEndpoint } from './fuzz/fuzz-request.ts';
import { checkResponse } from './fuzz/check-response.ts';
import { secrets } from './fuzz/seed.ts';
import { type FuzzedService, startFuzzedService, listLocalEndpoints, serviceEndpoints } from './fuzz/fuzzed-service.ts';
import { type RawRequest, sendRaw } from './fuzz/socket.ts';

const count = runs(2500, 200_000);
const limit = 10_000;

const fuzz = suite<{ service: FuzzedService }>('both services with arbitrary input');
fuzz.before.each(async (context) => {
  context.service = await startFuzzedService();
});
fuzz.after.each(async (context) => {
  await context.service.stop();
});

const told = ({ method, target, headers, body, manner }: RawRequest): string =>
  `${method} ${target.slice(0, 500)}\n${headers
    .map((pair) => pair.join(': '))
    .join('\n')
    .slice(0, 500)}\n${manner}: ${body === undefined ? 'no body' : JSON.stringify(body.toString('utf8').slice(0, 1000))}`;

const ask = async (service: FuzzedService, asked: FuzzRequest): Promise<number> => {
  const known = service.pools(asked.row.service);
  const sent = fillPath(asked, known);
  try {
    const heard = await sendRaw(service.port, sent, limit);
    if (heard === undefined) return 0;
    checkResponse(sent, heard);
    if (heard.status < 300) {
      try {
        known.learn(sent.target, JSON.parse(heard.body.toString('utf8')));
      } catch {
        /* a page, a file, or nothing */
      }
    }
    return heard.status;
  } catch (error) {
    throw new Error(`${(error as Error).message}\n\nafter ${told(sent)}`);
  }
};

const hammer = async (service: FuzzedService, rows: readonly FuzzEndpoint[], wanted: number): Promise<ReadonlyMap<string, number>> => {
  const counts = new Map<string, number>();
  let asked = 0;
  const found = await fc.check(
    fc.asyncProperty(renderRequest(rows, secrets.slice(0, 3)), async (one) => {
      if (++asked % 200 === 0) await service.plant();
      const status = await ask(service, one);
      const key = `${one.row.service} ${status}`;
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }),
    { numRuns: wanted, endOnFailure: true },
  );
  // What was drawn is long and says less than what was sent.
  if (found.failed)
    throw new Error(
      [
        `seed ${seed} (again: ${describeRepeat()}), request ${found.numRuns}: ${(found.errorInstance as Error).message}`,
        service.complaints(),
      ].join('\n'),
    );
  await service.plant();
  assert.is(service.complaints(), '');
  return counts;
};

fuzz('the endpoints of both services', async ({ service }) => {
  const counts = await hammer(service, serviceEndpoints, count);
  // Requests that were nonsense only would say little.
  for (const which of ['workspaces 200', 'workspaces 400', 'workspaces 404', 'ci 200', 'ci 400', 'ci 404'])
    assert.ok((counts.get(which) ?? 0) > count / 200, JSON.stringify([...counts].sort()));
});

fuzz('what is below /_local', async ({ service }) => {
  await hammer(service, listLocalEndpoints(`${import.meta.dirname}/../../..`), Math.ceil(count / 5));
});

fuzz.run();
