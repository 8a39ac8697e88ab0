import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { ciHeaders, ownerHeaders, type ServedService, serveService, listErrorDetails } from './served.ts';

const test = suite<{ service: ServedService }>('control requests');
test.before.each(async (context) => {
  context.service = await serveService();
  await context.service.request('POST /_local/clock', { body: { stand: '2026-05-01T12:00:00.000Z' } });
});
test.after.each(async ({ service }) => {
  await service.close();
});

const some = async ({ request: ask }: ServedService): Promise<void> => {
  await ask('GET /api/v2/organizations/acme', { headers: ownerHeaders });
  await ask('POST /api/v2/organizations/acme/projects', {
    headers: ownerHeaders,
    body: { data: { type: 'projects', attributes: { name: 'sea' } } },
  });
  await ask('GET /api/v2/me?circle-token=first');
  await ask('POST /_local/clock', { body: { move: 60_000 } });
  await ask('GET /api/v2/organizations/none', { headers: ownerHeaders });
  await ask('GET /nothing/here?a=1');
};
const found = async ({ request: ask }: ServedService, query: string): Promise<string[]> =>
  (await ask(`GET /_local/requests${query}`)).body.entries.map(({ method, path }: any) => `${method} ${path}`);

test('each entry has the request, the services, the caller and the status', async ({ service }) => {
  await some(service);
  const { total, next, bodies, entries } = (await service.request('GET /_local/requests')).body;
  assert.equal([total, next, bodies, entries.length], [5, 5, false, 5]);
  const [, made, , , nothing] = entries;
  const { requestId, milliseconds, caller, bytes, ...rest } = made;
  assert.equal(rest, {
    seq: 2,
    at: '2026-05-01T12:00:00.000Z',
    service: 'workspaces',
    method: 'POST',
    path: '/api/v2/organizations/acme/projects',
    operation: 'POST /organizations/{organization_name}/projects',
    status: 201,
  });
  assert.match(requestId, /^req-[A-Za-z0-9]{16}$/);
  assert.ok(milliseconds > 0 && milliseconds < 60_000);
  assert.equal([caller.kind, caller.name], ['user', 'owner']);
  assert.match(caller.id, /^user-/);
  assert.is(bytes.request, '{"data":{"type":"projects","attributes":{"name":"sea"}}}'.length);
  assert.ok(bytes.response > 100);
  assert.equal([nothing.operation, nothing.caller, nothing.status, nothing.path], [null, null, 404, '/nothing/here?a=1']);
});

test('a query chooses among them', async ({ service }) => {
  await some(service);
  const [organization, projects, me, none, nothing] = [
    'GET /api/v2/organizations/acme',
    'POST /api/v2/organizations/acme/projects',
    'GET /api/v2/me?circle-token=***',
    'GET /api/v2/organizations/none',
    'GET /nothing/here?a=1',
  ];
  const expected: readonly (readonly [query: string, found: readonly (string | undefined)[]])[] = [
    ['?service=ci', [me]],
    ['?method=post', [projects]],
    ['?status=404', [none, nothing]],
    ['?status=2xx', [organization, projects, me]],
    ['?status=201-404', [projects, none, nothing]],
    ['?path=organizations', [organization, projects, none]],
    ['?path=/api/*/acme', [organization]],
    ['?operation=GET%20/me', [me]],
    ['?caller=owner', [organization, projects, me, none]],
    ['?since=2026-05-01T12:00:30Z', [none, nothing]],
    ['?until=2026-05-01T12:00:30Z&method=GET', [organization, me]],
    ['?since=2026-05-01T12:01:00Z', [none, nothing]],
    ['?until=2026-05-01T12:00:00Z', []],
    ['?until=2026-05-01T12:01:00Z&method=GET', [organization, me]],
    ['?text=HERE', [nothing]],
    ['?text=first', []],
    ['?limit=2', [none, nothing]],
    ['?limit=2&after=0', [organization, projects]],
    ['?limit=1&after=3', [none]],
    ['?after=5', []],
  ];
  for (const [query, list] of expected) assert.equal(await found(service, query), list, query);
});

test('what comes next is reported, also while more is asked and after it was cleared', async ({ service }) => {
  await some(service);
  const first = (await service.request('GET /_local/requests?limit=2&after=0')).body;
  assert.is(first.next, 2);
  const rest = (await service.request(`GET /_local/requests?after=${first.next}`)).body;
  assert.equal([rest.next, rest.entries.map(({ seq }: any) => seq)], [5, [3, 4, 5]]);
  assert.is((await service.request('DELETE /_local/requests')).status, 204);
  assert.equal((await service.request(`GET /_local/requests?after=${rest.next}`)).body, { total: 0, next: 5, bodies: false, entries: [] });
  await service.request('GET /api/v2/ping');
  const { total, entries } = (await service.request(`GET /_local/requests?after=${rest.next}`)).body;
  assert.equal([total, entries.map(({ seq }: any) => seq)], [1, [6]]);
});

test('a query that means nothing is refused', async ({ service: { request: ask } }) => {
  const expected: readonly (readonly [query: string, words: string])[] = [
    ['?colour=red', 'expected one of service, method, status, path, operation, caller, since, until, text, limit, after, format'],
    ['?status=5', ''],
    ['?status=five', 'status is "five"; expected 404, 4xx or 400-499'],
    ['?limit=0', 'limit is "0"; expected a whole number from 1 on'],
    ['?since=yesterday', 'since is "yesterday"; expected a time such as 2026-05-01T12:00:00.000Z'],
    ['?format=xml', 'format is "xml"; expected json, har or curl'],
  ];
  for (const [query, words] of expected) {
    const answer = await ask(`GET /_local/requests${query}`);
    if (words === '') assert.is(answer.status, 200);
    else assert.equal([answer.status, listErrorDetails(answer)], [400, [words]], query);
  }
});

test('an HTTP archive has what was asked and answered', async ({ service }) => {
  await service.request('PATCH /_local/requests', { body: { bodies: true } });
  await service.request('POST /api/v2/organizations/acme/projects?include=organization,%20organization', {
    headers: ownerHeaders,
    body: { data: { type: 'projects', attributes: { name: 'sea' } } },
  });
  const { log } = (await service.request('GET /_local/requests?format=har')).body;
  assert.equal([log.version, log.creator.name, log.entries.length], ['1.2', 'slipway', 1]);
  const [{ startedDateTime, request, response, cache, timings, time }] = log.entries;
  assert.equal(
    [startedDateTime, cache, timings.send, timings.receive, timings.wait === time],
    ['2026-05-01T12:00:00.000Z', {}, 0, 0, true],
  );
  assert.equal(
    [request.method, request.url, request.queryString],
    [
      'POST',
      `${service.address}/api/v2/organizations/acme/projects?include=organization,%20organization`,
      [{ name: 'include', value: 'organization, organization' }],
    ],
  );
  assert.equal(
    request.headers.find(({ name }: any) => name === 'authorization'),
    { name: 'authorization', value: '***' },
  );
  assert.equal(request.postData, {
    mimeType: 'application/vnd.api+json',
    text: '{"data":{"type":"projects","attributes":{"name":"sea"}}}',
  });
  assert.equal(
    [response.status, response.statusText, response.content.mimeType, JSON.parse(response.content.text).data.attributes.name],
    [201, 'Created', 'application/vnd.api+json', 'sea'],
  );
});

test('a curl line asks the same again', async ({ service }) => {
  const { request: ask, address } = service;
  await ask('PATCH /_local/requests', { body: { bodies: true } });
  await ask('POST /api/v2/organizations/acme/projects', {
    headers: ownerHeaders,
    body: { data: { type: 'projects', attributes: { name: "o'neill" } } },
  });
  await ask('GET /api/v2/me', { headers: ciHeaders });
  await ask('GET /api/v2/ping');
  await ask('PATCH /_local/requests', { body: { bodies: false } });
  await ask('POST /api/v2/organizations/acme/projects', { headers: ownerHeaders, body: {} });
  const { text, headers } = await ask('GET /_local/requests?format=curl');
  assert.is(headers['content-type'], 'text/plain; charset=utf-8');
  assert.equal(text.split('\n'), [
    `curl -sS -X 'POST' -H "Authorization: Bearer $SLIPWAY_WORKSPACES_TOKEN" -H 'Content-Type: application/vnd.api+json' ` +
      `--data-raw '{"data":{"type":"projects","attributes":{"name":"o'\\''neill"}}}' --globoff '${address}/api/v2/organizations/acme/` +
      `projects'`,
    `curl -sS -X 'GET' -H "Ci-Token: $SLIPWAY_CI_TOKEN" --globoff '${address}/api/v2/me'`,
    `curl -sS -X 'GET' --globoff '${address}/api/v2/ping'`,
    `curl -sS -X 'POST' -H "Authorization: Bearer $SLIPWAY_WORKSPACES_TOKEN" -H 'Content-Type: application/vnd.api+json' ` +
      `--globoff '${address}/api/v2/organizations/acme/projects' # its body of 2 bytes was not kept`,
    '',
  ]);
});

test.run();
