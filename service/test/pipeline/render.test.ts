import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { conflict } from '../../src/http/problem.ts';
import { renderError, renderHeaders, renderResponse } from '../../src/pipeline/render.ts';
import { catchProblem, createTestPipeline, startRequest } from './support.ts';

const test = suite('pipeline: render');

test('a body is JSON in the media type of the API, bytes stay bytes', async () => {
  const pipeline = await createTestPipeline([]);
  assert.equal(await renderResponse(pipeline, { status: 200, body: { a: 1 } }), {
    status: 200,
    headers: { 'content-type': 'application/json' },
    body: '{"a":1}',
  });
  const bytes = new Uint8Array([1]);
  const headers = { 'content-type': 'x/y' };
  const rendered = await renderResponse(pipeline, { status: 200, body: bytes, headers });
  assert.is(rendered.body, bytes);
  assert.equal(rendered.headers, { 'content-type': 'x/y' });
});
test('a response without a body has no content type', async () => {
  const pipeline = await createTestPipeline([]);
  assert.equal(await renderResponse(pipeline, { status: 204 }), { status: 204, headers: {}, body: undefined });
});
test('a file is sent with its size; a file that is gone is 404', async () => {
  const pipeline = await createTestPipeline([]);
  const folder = mkdtempSync(join(tmpdir(), 'slipway-render-'));
  const file = join(folder, 'output');
  writeFileSync(file, 'abc');
  assert.equal((await renderResponse(pipeline, { status: 200, file: { path: file, description: 'the output' } })).body, {
    file,
    size: 3,
  });
  rmSync(folder, { recursive: true });
  const [status, message] = await catchProblem(() =>
    renderResponse(pipeline, { status: 200, file: { path: file, description: 'the output' } }),
  );
  assert.equal([status, message.startsWith('the output was not found')], [404, true]);
});
test('an error is rendered in the dialect of the request; only a failure of the service is reported', async () => {
  const pipeline = await createTestPipeline([]);
  const state = startRequest(pipeline, 'POST /api/things?x=1', { headers: { 'user-agent': 'hosted-client' } });
  assert.equal(renderError(pipeline, state, undefined, conflict('taken')), {
    status: 409,
    headers: { 'content-type': 'application/json' },
    body: '{"error":"taken","dialect":"hosted"}',
  });
  assert.equal(pipeline.reports, []);
  assert.is(renderError(pipeline, state, undefined, new Error('secret')).status, 500);
  assert.equal(pipeline.reports, [`POST /api/things (${state.requestId})`]);
});
test('headers are those of the request, of the response and of its warnings', async () => {
  const pipeline = await createTestPipeline([]);
  const state = startRequest(pipeline, 'GET /api/things');
  assert.equal(renderHeaders(pipeline, state, {}), { 'x-request-id': state.requestId });
  state.ignored = ['color is ignored'];
  assert.equal(renderHeaders(pipeline, state, {}), { 'x-request-id': state.requestId, warning: '299 - "color is ignored"' });
  state.warnings = ['old is deprecated'];
  state.rateLimitHeaders = { 'x-ratelimit-limit': '30' };
  assert.equal(renderHeaders(pipeline, state, { 'content-type': 'text/plain' }), {
    'x-request-id': state.requestId,
    'x-ratelimit-limit': '30',
    'content-type': 'text/plain',
    warning: '299 - "old is deprecated", 299 - "color is ignored"',
    deprecation: 'true',
  });
});
test('headers of the dialect are added where the response has none of their name, and change nothing of the response', async () => {
  const pipeline = await createTestPipeline([]);
  const definition = { ...pipeline.definition, renderHeaders: () => ({ 'cache-control': 'no-store', 'x-product': 'things' }) };
  const state = startRequest(pipeline, 'GET /api/things');
  const own = Object.freeze({ 'cache-control': 'max-age=5' });
  assert.equal(renderHeaders({ ...pipeline, definition }, state, own), {
    'x-request-id': state.requestId,
    'cache-control': 'max-age=5',
    'x-product': 'things',
  });
});
test.run();
