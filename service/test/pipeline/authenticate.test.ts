import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { route } from '../../src/http/route.ts';
import { authenticate, refreshCaller, requireCaller } from '../../src/pipeline/authenticate.ts';
import { catchProblem, createTestPipeline, startRequest } from './support.ts';

const test = suite('pipeline: authenticate');
const respond = async () => ({ status: 204 });
const [closed, anonymous, browser] = [
  route('GET /closed', respond),
  route('GET /anonymous', respond, { anonymous: true }),
  route('GET /page', respond, { browser: true }),
];
const authorization = 'Bearer token';

test('a valid token has a caller', async () => {
  const pipeline = await createTestPipeline([closed]);
  const state = startRequest(pipeline, 'GET /api/closed', { headers: { authorization } });
  await authenticate(pipeline, state, closed);
  assert.equal([state.token, state.caller?.caller.name], ['token', 'olivia']);
  requireCaller(pipeline, state, closed);
});
test('without a token, and with an unknown one, the endpoint is 401', async () => {
  const pipeline = await createTestPipeline([closed]);
  for (const [headers, message] of [
    [{}, 'no token was sent; send it as Authorization: Bearer <token>'],
    [{ authorization: 'Bearer other' }, 'the token is not valid here'],
  ] as const) {
    const state = startRequest(pipeline, 'GET /api/closed', { headers });
    await authenticate(pipeline, state, closed);
    assert.equal(await catchProblem(() => requireCaller(pipeline, state, closed)), [401, message]);
  }
});
test('an anonymous endpoint reads no token', async () => {
  const pipeline = await createTestPipeline([anonymous]);
  const state = startRequest(pipeline, 'GET /api/anonymous', { headers: { authorization } });
  await authenticate(pipeline, state, anonymous);
  assert.equal([state.token, state.caller], [undefined, undefined]);
  requireCaller(pipeline, state, anonymous);
});
test('a page asks a browser for a password, and takes the token as one', async () => {
  const pipeline = await createTestPipeline([browser]);
  const unnamed = { ...pipeline, definition: { ...pipeline.definition, readToken: () => undefined } };
  const basic = `Basic ${Buffer.from('anyone:token').toString('base64')}`;
  const state = startRequest(unnamed, 'GET /api/page', { headers: { authorization: basic } });
  await authenticate(unnamed, state, browser);
  assert.is(state.caller?.caller.name, 'olivia');
  const challenged = startRequest(unnamed, 'GET /api/page');
  try {
    requireCaller(unnamed, challenged, browser);
    assert.unreachable();
  } catch (error) {
    assert.match((error as { headers: Record<string, string> }).headers['www-authenticate']!, /^Basic realm=/);
  }
});
test('a caller whose token is gone meanwhile is 401', async () => {
  const pipeline = await createTestPipeline([closed]);
  const state = startRequest(pipeline, 'GET /api/closed', { headers: { authorization } });
  await authenticate(pipeline, state, closed);
  await refreshCaller(pipeline, state, closed);
  assert.is(state.caller?.caller.name, 'olivia');
  await pipeline.store.clear();
  assert.is((await catchProblem(() => refreshCaller(pipeline, state, closed)))[0], 401);
});
test.run();
