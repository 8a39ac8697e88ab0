import { inspect } from 'node:util';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { describeError } from '../../client/describe-error.ts';
import { openServiceClient } from '../../client/open-service-client.ts';
import type { RequestLogEntry } from '../../client/open-service-client.ts';
import { redact } from '../../redaction/redact.ts';
import { registerSecret } from '../../redaction/secret-registry.ts';
import { clientTo, rejectionOf } from './support/client.ts';
import { type ScriptedResponse, startServer } from './support/server.ts';

const Secrets = suite('line secrets');
const canary = 'canary-7f3a9c "quoted"\nsecond-line-of-canary';
const token = 'tok-canary-51d2e8';

/** Every way a person or a program may get to see an error. */
const shown = (error: Error) =>
  [
    error.message,
    String(error),
    error.stack ?? '',
    inspect(error, { depth: 20, showHidden: true }),
    JSON.stringify(error),
    JSON.stringify(Object.values(error)),
    describeError(error).summary,
    describeError(error).detail,
  ].join('\n');
const parts = [
  'tok-canary-51d2e8',
  'canary-7f3a9c',
  'second-line-of-canary',
  Buffer.from(token).toString('base64'),
  encodeURIComponent(canary),
  JSON.stringify(canary).slice(1, -1),
];

const echoes: [string, (value: string) => ScriptedResponse][] = [
  [
    'in an error detail',
    (value) => ({
      status: 422,
      body: { errors: [{ title: 'bad', detail: `cannot take ${value}`, source: { pointer: `/data/${value}` } }] },
    }),
  ],
  ['in a text', (value) => ({ status: 400, text: `no: ${value}` })],
  ['in JSON inside a text', (value) => ({ status: 400, body: { message: JSON.stringify({ value }) } })],
  [
    'percent-encoded in a redirect',
    (value) => ({ status: 302, headers: { location: `https://x.example.com/?v=${encodeURIComponent(value)}` } }),
  ],
  ['as a request id', () => ({ status: 500, headers: { 'x-request-id': token } })],
  ['in broken JSON', (value) => ({ text: `{"value": "${value}` })],
  ['in a header of ours sent back', () => ({ status: 400, text: `Authorization: Bearer ${token}` })],
];
for (const [where, say] of echoes)
  Secrets(`a secret that the service sends back ${where} is shown nowhere`, async () => {
    registerSecret(canary);
    const server = await startServer(() => say(canary));
    const log: RequestLogEntry[] = [];
    const client = clientTo(server.address, { token, log: (entry) => log.push(entry) });
    const error = await rejectionOf(
      client.call({
        method: 'POST',
        effect: 'put',
        path: `/vars/${encodeURIComponent(canary)}`,
        query: { token },
        body: { value: canary },
      }),
    );
    const all = shown(error) + JSON.stringify(log);
    for (const part of parts) assert.not.match(all, part);
    assert.ok(log.length > 0);
    await server.close();
  });

Secrets('a broken connection shows no secret either', async () => {
  registerSecret(canary);
  const fetch = async (request: Request): Promise<Response> => {
    throw new TypeError(`fetch failed for ${request.headers.get('authorization')} ${await request.text()}`, {
      cause: { code: 'ECONNRESET', message: token },
    });
  };
  const error = await rejectionOf(
    clientTo('http://x.example.com', { token, fetch }).call({ method: 'PATCH', effect: 'put', path: '/x', body: { value: canary } }),
  );
  for (const part of parts) assert.not.match(shown(error), part);
});

Secrets('an unforeseen error is described without secrets', () => {
  registerSecret(canary);
  const reported = describeError(new Error(`cannot read ${canary} of https://me:pass-word@x.example.com`));
  assert.is(reported.summary, 'cannot read (sensitive value) of https://(sensitive value)@x.example.com');
});

Secrets('words of under four characters are left alone: they are in every message', () => {
  registerSecret('no');
  assert.is(redact('no such thing'), 'no such thing');
});

Secrets('the longer of two secrets is hidden whole', () => {
  registerSecret('abcd1234');
  registerSecret('abcd1234-and-more');
  assert.is(redact('x abcd1234-and-more y abcd1234 z'), 'x (sensitive value) y (sensitive value) z');
});

Secrets('the log has one entry for each attempt, with no body and no token', async () => {
  const server = await startServer((_, nth) => (nth === 1 ? { status: 503 } : { body: { data: 1 }, headers: { 'x-request-id': 'req-2' } }));
  const log: RequestLogEntry[] = [];
  await clientTo(server.address, { log: (entry) => log.push({ ...entry, milliseconds: entry.milliseconds > 0 ? 1 : 0 }) }).call({
    method: 'GET',
    effect: 'read',
    path: '/workspaces/ws-1',
    query: { 'page-token': 'p2', api_key: 'abc' },
  });
  assert.equal(log, [
    {
      method: 'GET',
      path: '/api/v2/workspaces/ws-1?page-token=p2&api_key=(sensitive value)',
      status: 503,
      milliseconds: 1,
      attempt: 1,
      requestId: null,
    },
    {
      method: 'GET',
      path: '/api/v2/workspaces/ws-1?page-token=p2&api_key=(sensitive value)',
      status: 200,
      milliseconds: 1,
      attempt: 2,
      requestId: 'req-2',
    },
  ]);
  await server.close();
});

Secrets('an opened line shows no token when it is printed', () => {
  const client = openServiceClient({ service: 'workspaces', address: 'https://x.example.com', token });
  assert.not.match(inspect(client, { depth: 20, showHidden: true }), token);
});

Secrets.run();
