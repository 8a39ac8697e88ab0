import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { ciHeaders, ownerHeaders, type ServedService, serveService } from './served.ts';

const test = suite<{ service: ServedService }>('control faults');
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
const createSet = ({ request: ask }: ServedService, name: string) =>
  ask('POST /api/v2/organizations/acme/varsets', { headers: ownerHeaders, body: { data: { type: 'varsets', attributes: { name } } } });
const sets = async ({ request: ask }: ServedService): Promise<string[]> =>
  (await ask('GET /api/v2/organizations/acme/varsets', { headers: ownerHeaders })).body.data.map((one: any) => one.attributes.name);
const failure = async (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'answered',
    (error: NodeJS.ErrnoException) => error.code ?? error.message,
  );

test('429 has the headers of its service', async ({ service }) => {
  await plant(service, [
    { fault: '429', retryAfter: 7 },
    { fault: '429', retryAfter: 0.5, service: 'ci' },
  ]);
  const one = await service.request('GET /api/v2/organizations/acme', { headers: ownerHeaders });
  const said = (headers: any) => Object.fromEntries(Object.entries(headers).filter(([name]) => /ratelimit|retry/.test(name)));
  assert.equal(
    [one.status, said(one.headers)],
    [429, { 'x-ratelimit-limit': '30', 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '7', 'retry-after': '7' }],
  );
  const two = await service.request('GET /api/v2/me', { headers: ciHeaders });
  assert.equal(
    [two.status, two.body, said(two.headers)],
    [
      429,
      { message: 'a planted fault' },
      {
        'x-ratelimit-limit': '30',
        'x-ratelimit-remaining': '0',
        'x-ratelimit-reset': '0.5',
        'ratelimit-limit': '30',
        'ratelimit-remaining': '0',
        'ratelimit-reset': '0.5',
        'retry-after': '0.5',
      },
    ],
  );
});

test('the limit that is in force shows the same headers', async () => {
  const service = await serveService({ settings: { rateLimit: 5 } });
  try {
    const { headers } = await service.request('GET /api/v2/me', { headers: ciHeaders });
    assert.equal([headers['x-ratelimit-limit'], headers['ratelimit-limit'], headers['ratelimit-remaining']], ['5', '5', '4']);
  } finally {
    await service.close();
  }
});

test('any status may be chosen, and is that status in both services', async ({ service }) => {
  await plant(service, { fault: 'status', status: 422, times: 2 });
  assert.equal(
    [await organization(service), (await service.request('GET /api/v2/me', { headers: ciHeaders })).status, await organization(service)],
    [422, 422, 200],
  );
});

test('the n-th call that fits is struck, and so many after it', async ({ service }) => {
  await plant(service, { fault: '503', at: 3, times: 2, method: 'get', path: '/api/*/acme' });
  const statuses = [];
  for (let index = 0; index < 6; index++) {
    statuses.push(await organization(service));
    await sets(service);
  }
  assert.equal(statuses, [200, 200, 503, 503, 200, 200]);
  assert.equal((await service.request('GET /_local/faults')).body, { faults: [] });
});

test('matchers: service, operation, header and member of the body', async ({ service }) => {
  const struck = async (matcher: object, calls: (() => Promise<{ status: number }>)[]): Promise<number[]> => {
    await plant(service, { fault: '503', times: 'always', ...matcher });
    const found = [];
    for (const call of calls) found.push((await call()).status);
    await service.request('DELETE /_local/faults');
    return found;
  };
  const me = () => service.request('GET /api/v2/me', { headers: ciHeaders });
  const acme =
    (headers = {}) =>
    () =>
      service.request('GET /api/v2/organizations/acme', { headers: { ...ownerHeaders, ...headers } });
  const other = () => service.request('GET /api/v2/organizations/other', { headers: ownerHeaders });
  assert.equal(await struck({ service: 'ci' }, [me, acme()]), [503, 200]);
  assert.equal(await struck({ operation: 'GET /organizations/{organization_name}' }, [acme(), other, me]), [503, 503, 200]);
  assert.equal(
    await struck({ header: { 'User-Agent': 'terraform/*' } }, [
      acme({ 'user-agent': 'terraform/1.9' }),
      acme({ 'user-agent': 'curl' }),
      acme(),
    ]),
    [503, 200, 200],
  );
  assert.equal(
    await struck({ body: { '/data/attributes/name': 'b' } }, [() => createSet(service, 'a'), () => createSet(service, 'b'), acme()]),
    [200, 503, 200],
  );
  assert.equal(await sets(service), ['a']);
});

test('a probability strikes the same calls for the same seed', async ({ service }) => {
  const round = async (seed: number): Promise<string> => {
    await plant(service, { fault: '503', probability: 0.5, seed });
    let found = '';
    for (let index = 0; index < 20; index++) found += (await organization(service)) === 503 ? 'x' : '.';
    await service.request('DELETE /_local/faults');
    return found;
  };
  assert.equal([await round(1), await round(1), await round(2)], ['.x...x..x.xxxxxxxxx.', '.x...x..x.xxxxxxxxx.', '.xx...xx.x.xx..x.x.x']);
});

test('the connection is closed or reset before or after the request took effect', async ({ service }) => {
  const names = [];
  for (const fault of ['lost-before', 'lost-after', 'reset-before', 'reset-after']) {
    await plant(service, { fault });
    assert.is(await failure(createSet(service, fault)), 'ECONNRESET', fault);
    names.push((await sets(service)).join());
  }
  assert.equal(names, ['', 'lost-after', 'lost-after', 'lost-after,reset-after']);
  assert.equal(
    (await service.request('GET /_local/requests?method=POST')).body.entries.map(({ status }: any) => status),
    [0, 0, 0, 0],
  );
});

test('at most 1,000 are active', async ({ service }) => {
  const many = (length: number): unknown => Array.from({ length }, () => ({ fault: '500', path: '/elsewhere' }));
  await plant(service, many(999));
  const { status, body } = await service.request('POST /_local/faults', { body: many(2) });
  assert.is(status, 422);
  assert.match(JSON.stringify(body), 'expected at most 1000 faults at the same time, got 2 beside 999 active ones');
  await plant(service, many(1));
});

test.run();
