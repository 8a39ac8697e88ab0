import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { route } from '../../src/http/route.ts';
import { requireRoute } from '../../src/pipeline/match-route.ts';
import { catchProblem, createTestPipeline, startRequest } from './support.ts';

const test = suite('pipeline: match route');
const respond = async () => ({ status: 204 });
const routes = [
  route('GET /things/{id}', respond),
  route('PUT|PATCH /things/{id}', respond),
  route('GET /ping', respond, { atRoot: true }),
];

test('a request has a path, a query, an id, an operation and the parameters of its path', async () => {
  const state = startRequest(await createTestPipeline(routes), 'GET /api/things/a%20b?page=2');
  assert.is(state.path, '/api/things/a%20b');
  assert.is(state.query.get('page'), '2');
  assert.match(state.requestId, /^req-[A-Za-z0-9]{16}$/);
  assert.is(state.operation, 'GET /things/{id}');
  assert.equal(requireRoute(state).params, { id: 'a b' });
});
test('an endpoint at the root has no base path', async () => {
  const pipeline = await createTestPipeline(routes);
  assert.is(startRequest(pipeline, 'GET /ping').operation, 'GET /ping');
  assert.is(startRequest(pipeline, 'GET /api/ping').operation, undefined);
});
test('HEAD is the operation of GET', async () => {
  assert.is(startRequest(await createTestPipeline(routes), 'HEAD /api/things/1').operation, 'GET /things/{id}');
});
test('an unknown path is 404', async () => {
  const state = startRequest(await createTestPipeline(routes), 'GET /api/nothing');
  assert.is(state.operation, undefined);
  assert.is((await catchProblem(() => requireRoute(state)))[0], 404);
});
test('another method is 405, with the methods of the path', async () => {
  const state = startRequest(await createTestPipeline(routes), 'DELETE /api/things/1');
  assert.equal(await catchProblem(() => requireRoute(state)), [405, 'DELETE is not among the methods of this path: GET, PUT, PATCH, HEAD']);
});
test('a malformed path is kept as an error, not thrown', async () => {
  const state = startRequest(await createTestPipeline(routes), 'GET /api/things/%zz');
  assert.is((state.routingError as { status: number }).status, 400);
});
test('with the dialect auto, the request decides; otherwise the configuration', async () => {
  const headers = { 'user-agent': 'hosted-client' };
  assert.is(startRequest(await createTestPipeline(routes), 'GET /ping', { headers }).dialect, 'hosted');
  assert.is(startRequest(await createTestPipeline(routes, { dialect: 'neutral' }), 'GET /ping', { headers }).dialect, 'neutral');
});
test('the dialect is known before the body is read: an error of any step speaks it', async () => {
  const pipeline = await createTestPipeline(routes);
  const dialectOf = (type: string, body: string) =>
    startRequest(pipeline, 'PUT /api/things/1', { headers: { 'content-type': type }, body }).dialect;
  assert.is(dialectOf('application/vnd.api+json; charset=utf-8', '{"hosted": 1}'), 'hosted');
  assert.is(dialectOf('application/octet-stream', '{"hosted": 1}'), 'neutral');
  // No route takes more JSON than this from a client that does not say who it is.
  assert.is(dialectOf('application/json', `{"hosted": "${' '.repeat(2 * 1024 * 1024)}"}`), 'neutral');
});
test.run();
