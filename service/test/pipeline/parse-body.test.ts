import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { route } from '../../src/http/route.ts';
import { parseBody } from '../../src/pipeline/parse-body.ts';
import { catchProblem, createTestPipeline, startRequest } from './support.ts';

const test = suite('pipeline: parse body');
const respond = async () => ({ status: 204 });
const [json, binary, small] = [
  route('POST /things', respond),
  route('PUT /files', respond, { binaryBody: true }),
  route('POST /small', respond, { maxBodyBytes: 4 }),
];
const routes = [json, binary, small];
const headers = { 'content-type': 'application/json' };

test('a neutral body stays as it is, a hosted one becomes neutral', async () => {
  const pipeline = await createTestPipeline(routes);
  const neutral = startRequest(pipeline, 'POST /api/things', { headers, body: '{"name": "a"}' });
  parseBody(pipeline, neutral, json);
  assert.equal([neutral.dialect, neutral.body], ['neutral', { name: 'a' }]);
  const hosted = startRequest(pipeline, 'POST /api/things', { headers, body: '{"hosted": {"name": "a"}}' });
  parseBody(pipeline, hosted, json);
  assert.equal([hosted.dialect, hosted.body], ['hosted', { name: 'a' }]);
});
test('a request without a body has none', async () => {
  const pipeline = await createTestPipeline(routes);
  const state = startRequest(pipeline, 'POST /api/things');
  parseBody(pipeline, state, json);
  assert.is(state.body, undefined);
});
test('deprecated fields are listed by their name in the dialect of the request', async () => {
  const pipeline = await createTestPipeline(routes);
  const state = startRequest(pipeline, 'POST /api/things', { headers, body: '{"hosted": {"old": 1}}' });
  parseBody(pipeline, state, json);
  assert.equal(state.warnings, ['/hosted/old is deprecated']);
});
test('malformed JSON is 400, another media type 415, a body beyond the limit 413', async () => {
  const pipeline = await createTestPipeline(routes);
  const status = async (endpoint: string, matched: typeof json, request: Parameters<typeof startRequest>[2]) =>
    (await catchProblem(() => parseBody(pipeline, startRequest(pipeline, endpoint, request), matched)))[0];
  assert.is(await status('POST /api/things', json, { headers, body: '{' }), 400);
  assert.is(await status('POST /api/things', json, { headers: { 'content-type': 'text/plain' }, body: '{}' }), 415);
  assert.is(await status('POST /api/small', small, { headers, body: '[1,2]' }), 413);
});
test('JSON that is nested too deeply is 400, JSON with too many values 413, and brackets in texts do not count', async () => {
  const pipeline = await createTestPipeline(routes);
  const parse = (body: string) =>
    catchProblem(() => parseBody(pipeline, startRequest(pipeline, 'POST /api/things', { headers, body }), json));
  const nest = (depth: number): string => `${'['.repeat(depth)}${']'.repeat(depth)}`;
  const list = (count: number): string => `[${Array.from({ length: count }, () => '1').join()}]`;
  assert.equal(await parse(nest(101)), [400, 'the body is nested more than 100 levels deep']);
  assert.equal(await parse(list(20_000)), [413, 'the body has more than 20000 values']);
  for (const body of [nest(100), list(19_999), JSON.stringify('[{,"\\'.repeat(30_000)), JSON.stringify({ '[': '\\"]' })]) {
    const state = startRequest(pipeline, 'POST /api/things', { headers, body });
    parseBody(pipeline, state, json);
    assert.equal(state.body, JSON.parse(body));
  }
});
test('a binary body is handed over as it is', async () => {
  const pipeline = await createTestPipeline(routes);
  const state = startRequest(pipeline, 'PUT /api/files', { body: '\u0000{' });
  parseBody(pipeline, state, binary);
  assert.equal([...(state.body as Uint8Array)], [0, 123]);
});
test.run();
