import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { describeError } from '../../client/describe-error.ts';
import { isNotFound, MalformedResponseError, ServiceError } from '../../client/contract/errors.ts';
import { openServiceClient } from '../../client/open-service-client.ts';
import { statusHint } from '../../client/status-hint.ts';
import { clientTo, rejectionOf } from './support/client.ts';
import { type ScriptedResponse, startServer } from './support/server.ts';

const Errors = suite('line errors');

const failing = async (say: ScriptedResponse, service: 'workspaces' | 'ci' = 'workspaces') => {
  const server = await startServer(() => say);
  const error = await rejectionOf(
    clientTo(server.address, { service }).call({ method: 'PATCH', effect: 'put', path: '/workspaces/ws-1', query: { a: 1 } }),
  );
  await server.close();
  return { error, at: `PATCH ${server.address}/api/v2/workspaces/ws-1?a=1`, told: describeError(error) };
};

Errors('JSON:API errors are quoted with title, detail and pointer, and the request id', async () => {
  const { error, at } = await failing({
    status: 422,
    headers: { 'x-request-id': 'req-5' },
    body: {
      errors: [
        { status: '422', title: 'invalid attribute', detail: 'Name has already been taken', source: { pointer: '/data/attributes/name' } },
        { status: '422', title: 'invalid attribute', detail: 'Description is too long' },
      ],
    },
  });
  assert.is(
    error.message,
    `${at} answered 422: invalid attribute: Name has already been taken (at /data/attributes/name); ` +
      'invalid attribute: Description is too long (request id req-5)',
  );
  assert.equal((error as ServiceError).messages[0], {
    title: 'invalid attribute',
    detail: 'Name has already been taken',
    pointer: '/data/attributes/name',
  });
});

const shapes: [string, ScriptedResponse, string][] = [
  ['a list of texts', { status: 422, body: { errors: ['Name is taken', 'Bad tag'] } }, 'Name is taken; Bad tag'],
  ['{message}', { status: 400, body: { message: 'unexpected field' } }, 'unexpected field'],
  ['{error}', { status: 400, body: { error: 'policy does not compile' } }, 'policy does not compile'],
  ['{error: {message}}', { status: 400, body: { error: { message: 'deep' } } }, 'deep'],
  [
    'a page of HTML',
    {
      status: 404,
      text: '<html><head><title>404 Not Found</title></head><body><h1>nginx</h1></body></html>',
      headers: { 'content-type': 'text/html' },
    },
    '404 Not Found',
  ],
  ['plain text', { status: 400, text: '  upstream   said no\n' }, 'upstream said no'],
];
for (const [what, say, words] of shapes)
  Errors(`an error that is ${what} is quoted`, async () => {
    const { error, at } = await failing(say);
    assert.is(error.message, `${at} answered ${say.status}: ${words}`);
  });

Errors('an error without a word is reported by its status', async () => {
  const { error, at } = await failing({ status: 409 });
  assert.is(error.message, `${at} answered 409`);
});

Errors('a 401 names the setting to look at', async () => {
  const { told: reported, at } = await failing({ status: 401, body: { errors: [{ status: '401', title: 'unauthorized' }] } });
  assert.is(reported.summary, 'The workspace service answered 401: unauthorized');
  assert.is(
    reported.detail,
    [
      'Check `workspaces.token` (SLIPWAY_WORKSPACES_TOKEN), and that `workspaces.address` ' +
        '(SLIPWAY_WORKSPACES_ADDRESS) is the service it was made for.',
      `Request: ${at}`,
    ].join('\n'),
  );
});

const once: readonly (readonly [string, ScriptedResponse, string, readonly string[]])[] = [
  [
    'a 404 whose title names the status',
    { status: 404, body: { errors: [{ status: '404', title: 'not found', detail: 'the workspace was not found' }] } },
    'The workspace service answered 404: the workspace was not found',
    ['Check that it exists, and that the token in `workspaces.token` (SLIPWAY_WORKSPACES_TOKEN) may see it.'],
  ],
  [
    'a 403',
    { status: 403, body: { errors: [{ title: 'forbidden', detail: 'owners only' }] } },
    'The workspace service answered 403: owners only',
    ['Use a token with the permission, in `workspaces.token` (SLIPWAY_WORKSPACES_TOKEN).'],
  ],
  [
    'a 422 with a title and a pointer of its own',
    {
      status: 422,
      body: {
        errors: [{ title: 'invalid attribute', detail: 'Name has already been taken', source: { pointer: '/data/attributes/name' } }],
      },
    },
    'The workspace service answered 422: Name has already been taken',
    ['The service names it "invalid attribute" and points at /data/attributes/name.'],
  ],
  [
    'a 422 with a title alone',
    { status: 422, body: { errors: [{ title: 'Name is taken' }] } },
    'The workspace service answered 422: Name is taken',
    [],
  ],
  [
    'a 422 of two words, each',
    { status: 422, body: { errors: [{ title: 'invalid attribute', detail: 'Name is taken' }, 'Bad tag'] } },
    'The workspace service answered 422 with 2 errors',
    ['invalid attribute: Name is taken', 'Bad tag'],
  ],
  [
    'a word too long for a title',
    { status: 400, body: { message: 'x'.repeat(201) } },
    'The workspace service answered 400',
    ['x'.repeat(201)],
  ],
  ['a status without a word', { status: 409 }, 'The workspace service answered 409', []],
];
for (const [what, say, summary, lines] of once)
  Errors(`${what} is said once`, async () => {
    const { told: reported, at } = await failing(say);
    assert.equal(reported, { summary, detail: [...lines, `Request: ${at}`].join('\n') });
  });

const workspacesAddress = '`workspaces.address` (SLIPWAY_WORKSPACES_ADDRESS)';
const existence = 'Check that it exists, and that the token in `workspaces.token` (SLIPWAY_WORKSPACES_TOKEN) may see it.';
const edition =
  `This depends on the edition or the plan of the service in ${workspacesAddress}, not on the token: ` +
  'leave the setting out, or use a service that has it.';
const otherService =
  `The service in ${workspacesAddress} does not have this path: ` +
  'it is of another release or edition, or it is not the service that is meant.';
const absent = 'A proxy before the service answered, because the service did not: see whether it runs, and try again.';
const hints: readonly (readonly [status: number, detail: string | null, hint: string | null])[] = [
  [404, null, existence],
  [404, 'the workspace ws-1 was not found, or this token has no access to it', existence],
  [404, 'the workspace "free plan" was not found, or this token has no access to it', existence],
  [404, 'Team does not exist', existence],
  [404, 'there is no endpoint at /api/v2/stacks', otherService],
  [404, 'only the self-hosted edition has data retention policies; this service is of the hosted edition', edition],
  [404, 'Your current plan has no audit trail', edition],
  [404, 'the run has no cost estimate', null],
  [403, 'owners only', 'Use a token with the permission, in `workspaces.token` (SLIPWAY_WORKSPACES_TOKEN).'],
  [403, 'the organization is not entitled to run tasks', edition],
  [422, 'Name has already been taken', null],
  [500, null, 'The service failed. Its operators can find this request by its id, where one is shown.'],
  [502, null, absent],
  [503, 'the store is being restored', 'The service is not available at present. Try again later.'],
  [504, null, absent],
];
for (const [status, detail, hint] of hints)
  Errors(
    `the hint for ${status} ${detail === null ? 'without a text' : `"${detail}"`} is ${hint === null ? 'absent' : 'for that cause'}`,
    () => {
      const settings = { address: workspacesAddress, token: '`workspaces.token` (SLIPWAY_WORKSPACES_TOKEN)' };
      const request = { title: 'workspace service', method: 'GET', url: 'http://a.test/x', settings, attempts: 1, note: null } as const;
      const messages = detail === null ? [] : [{ title: 'error', detail, pointer: null }];
      assert.is(statusHint(new ServiceError(request, status, messages, null)), hint);
    },
  );

Errors('of the CI service it names the other one', async () => {
  const { told: reported } = await failing({ status: 401, body: { message: 'You must log in first.' } }, 'ci');
  assert.is(reported.summary, 'The CI service answered 401: You must log in first.');
  assert.match(reported.detail, /Check `ci\.token` \(SLIPWAY_CI_TOKEN\)/);
});

Errors('a 404 is recognized as such', async () => {
  assert.is(isNotFound((await failing({ status: 404 })).error), true);
  assert.is(isNotFound((await failing({ status: 403 })).error), false);
  assert.is(isNotFound(new Error('404')), false);
});

Errors('a success that is a page of HTML shows what came', async () => {
  const {
    error,
    at,
    told: reported,
  } = await failing({
    text: `<!doctype html><title>Sign in</title>${'x'.repeat(200)}`,
    headers: { 'content-type': 'text/html' },
  });
  assert.instance(error, MalformedResponseError);
  assert.is(
    error.message,
    `${at} answered 200 with a page of HTML where JSON was expected, which begins "<!doctype html><title>Sign in</title>${'x'.repeat(43)}"`,
  );
  assert.match(reported.detail, /Is something else answering at this address\? Check `workspaces\.address`/);
});

Errors('a success that is broken JSON shows where it begins', async () => {
  const { error, at } = await failing({ text: '{"data": {"id": "ws-1"' });
  assert.is(error.message, `${at} answered 200 with broken JSON, which begins "{\\"data\\": {\\"id\\": \\"ws-1\\""`);
});

Errors('a setting that cannot be right is no fault of ours', async () => {
  try {
    openServiceClient({ service: 'ci', address: 'ci.example.com', token: 'tok-errors-1' });
    assert.unreachable();
  } catch (error) {
    assert.equal(describeError(error), {
      summary: 'A setting of the provider cannot be right',
      detail: '`ci.address` (SLIPWAY_CI_ADDRESS) is "ci.example.com": that is not a URL. Write it like https://host.example.com',
    });
  }
});

Errors('a wait that was ended is called cancelled', () => {
  assert.is(describeError(AbortSignal.abort().reason).summary, 'The operation was cancelled');
});

Errors("an error that is not the service's is called ours", () => {
  const reported = describeError(new TypeError('x is not a function'));
  assert.equal(reported, {
    summary: 'x is not a function',
    detail: 'This is a bug in Slipway; please report it.',
  });
});

Errors.run();
