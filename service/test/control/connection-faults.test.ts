import { connect } from 'node:net';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { runs } from '@slipway/test-support/scale';
import { fc } from '@slipway/test-support/seed';
import { createSeededRandom, sampleDelay } from '../../src/faults/random.ts';
import { matchesGlob } from '../../src/faults/glob.ts';
import { ownerHeaders, type ServedService, serveService, listErrorDetails } from './served.ts';

const test = suite<{ service: ServedService }>('faults of connections');
test.before.each(async (context) => {
  context.service = await serveService();
});
test.after.each(async ({ service }) => {
  await service.close();
});

const plant = async ({ request: ask }: ServedService, fault: unknown): Promise<void> => {
  const answer = await ask('POST /_local/faults', { body: fault });
  assert.is(answer.status, 201, answer.text);
};
const organization = async ({ request: ask }: ServedService): Promise<number> =>
  (await ask('GET /api/v2/organizations/acme', { headers: ownerHeaders })).status;

/** Everything that comes, and whether the end was an error. */
const bytes = (port: number, sent: string): Promise<{ text: string; pieces: number; end: string }> =>
  new Promise((done) => {
    let [text, pieces, end] = ['', 0, 'closed'];
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(sent);
    });
    socket
      .setNoDelay(true)
      .on('data', (chunk) => {
        text += chunk;
        pieces += 1;
      })
      .on('error', (error: NodeJS.ErrnoException) => {
        end = error.code!;
      })
      .on('close', () => done({ text, pieces, end }));
  });
const get = 'GET /api/v2/organizations/acme HTTP/1.1\r\nHost: here\r\nAuthorization: Bearer first\r\nConnection: close\r\n\r\n';

test('a reset is a reset on the wire, and a close is none', async ({ service }) => {
  await plant(service, [{ fault: 'reset-after' }, { fault: 'lost-after', at: 2 }]);
  assert.equal(await bytes(service.port, get), { text: '', pieces: 0, end: 'ECONNRESET' });
  assert.equal(await bytes(service.port, get), { text: '', pieces: 0, end: 'closed' });
});

test('a body that is cut ends before its promised length', async ({ service }) => {
  await plant(service, { fault: 'cut' });
  const { text } = await bytes(service.port, get);
  const [head, body] = text.split('\r\n\r\n') as [string, string];
  assert.match(head, /^HTTP\/1\.1 200 OK\r\n/);
  assert.is(body.length, Math.floor(Number(/content-length: (\d+)/i.exec(head)![1]) / 2));
});

test('a slow body comes in pieces and whole; a malformed one is not JSON', async ({ service }) => {
  await plant(service, [
    { fault: 'slow-body', milliseconds: 100 },
    { fault: 'malformed', at: 2 },
  ]);
  const { text, pieces, end } = await bytes(service.port, get);
  assert.ok(pieces > 3, `${pieces} pieces`);
  assert.equal([end, JSON.parse(text.split('\r\n\r\n')[1]!).data.id], ['closed', 'acme']);
  assert.is((await service.request('GET /api/v2/organizations/acme', { headers: ownerHeaders })).text, '{"data": {"id":');
});

test('delays add up, and the fault that struck is in the journal', async ({ service }) => {
  await plant(service, [{ fault: 'slow', milliseconds: 30 }, { fault: 'slow', milliseconds: { from: 20, to: 25 } }, { fault: '500' }]);
  assert.is(await organization(service), 500);
  const [{ milliseconds, fault, operation }] = (await service.request('GET /_local/requests')).body.entries;
  assert.equal([fault, operation], ['fault-3', 'GET /organizations/{organization_name}']);
  assert.ok(milliseconds >= 49, `${milliseconds}`);
});

test('a fault is listed and removed by its ID', async ({ service }) => {
  await plant(service, [
    { fault: 'slow', milliseconds: { mean: 5, deviation: 1 }, times: 'always', path: 'projects' },
    { fault: '500', at: 9 },
  ]);
  await service.request('GET /api/v2/organizations/acme/projects', { headers: ownerHeaders });
  assert.equal(
    (await service.request('GET /_local/faults')).body.faults.map(({ id, fault, seen, struck, times, milliseconds }: any) => [
      id,
      fault,
      seen,
      struck,
      times,
      milliseconds,
    ]),
    [
      ['fault-1', 'slow', 1, 1, null, { mean: 5, deviation: 1 }],
      ['fault-2', '500', 1, 0, 1, 1000],
    ],
  );
  assert.equal(
    [(await service.request('DELETE /_local/faults/fault-1')).status, (await service.request('DELETE /_local/faults/fault-1')).status],
    [204, 404],
  );
  assert.equal(
    (await service.request('GET /_local/faults')).body.faults.map(({ id }: any) => id),
    ['fault-2'],
  );
});

test('what is no fault is refused, and nothing of its list is planted', async ({ service: { request: ask } }) => {
  const refused: readonly (readonly [fault: object, words: string])[] = [
    [
      { fault: 'explode' },
      'expected one of 429, 500, 503, status, lost-before, lost-after, reset-before, reset-after, cut, slow, slow-body, malformed',
    ],
    [{ fault: 'status' }, 'expected a status from 400 to 599'],
    [{ fault: '500', at: 0 }, 'expected a whole number from 1 on'],
    [{ fault: '500', times: 'never' }, 'expected a whole number from 1 on, or "always"'],
    [{ fault: '500', probability: 2 }, 'expected a number from 0 to 1'],
    [
      { fault: '500', pth: '/x' },
      'there is no member "pth"; expected fault, at, times, probability, seed, service, method, path, operation, header,' +
        ' body, milliseconds, status, retryAfter',
    ],
    [{ fault: 'slow', milliseconds: { from: 5, to: 1 } }, 'expected an end that is not before the beginning'],
    [{ fault: 'slow', milliseconds: -1 }, 'expected a number from 0 to 600000'],
    [{ fault: 'slow', milliseconds: {} }, 'expected milliseconds, {"from", "to"} or {"mean", "deviation"}'],
    [{ fault: '500', body: { name: 'x' } }, 'expected an object of JSON values by pointer, such as {"/data/type": "workspaces"}'],
    [{ fault: '500', header: { a: 1 } }, 'expected an object with a string for each header; * matches anything'],
    [{ fault: '500', service: 'both' }, 'expected workspaces or ci'],
    [{ fault: '500', operation: 'GET /nothing' }, 'no service has the operation "GET /nothing"; GET /_local/coverage names them all'],
  ];
  for (const [fault, words] of refused) {
    const answer = await ask('POST /_local/faults', { body: [{ fault: '500' }, fault] });
    assert.equal([answer.status, listErrorDetails(answer)], [422, [words]]);
  }
  assert.equal((await ask('GET /_local/faults')).body, { faults: [] });
});

test('chance is even and the same again; spans stay within what was said', () => {
  const numbers = Array.from({ length: 10_000 }, createSeededRandom(7));
  assert.ok(numbers.every((number) => number >= 0 && number < 1));
  assert.ok(Math.abs(numbers.reduce((a, b) => a + b) / 10_000 - 0.5) < 0.02);
  assert.equal(numbers.slice(0, 3), Array.from({ length: 3 }, createSeededRandom(7)));
  const random = createSeededRandom(1);
  for (let index = 0; index < 1000; index++) {
    const [between, around] = [sampleDelay({ from: 3, to: 4 }, random), sampleDelay({ mean: 1, deviation: 5 }, random)];
    assert.ok(between >= 3 && between < 4 && around >= 0 && Number.isFinite(around));
  }
});

test('a pattern with stars is what a regular expression would be', () => {
  const part = fc.string({ unit: fc.constantFrom('a', 'b', '/', '.'), maxLength: 6 });
  fc.assert(
    fc.property(fc.array(part, { minLength: 1, maxLength: 5 }), part, (parts, text) => {
      const regex = new RegExp(`^${parts.map((one) => one.replaceAll('.', '\\.')).join('.*')}$`);
      assert.is(matchesGlob(parts.join('*'), text), regex.test(text));
      assert.is(matchesGlob(parts.join('*'), parts.join('b')), regex.test(parts.join('b')));
    }),
    { numRuns: runs(2000) },
  );
});

test.run();
