import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { conflict } from '../../src/http/problem.ts';
import { renderError, renderResponse, renderWarnings } from '../../src/pipeline/render.ts';
import { catchProblem, createTestPipeline, startRequest } from './support.ts';

const test = suite('pipeline: render');

test('a body is JSON in the media type of the API, bytes stay bytes', async () => {
  const pipeline = await createTestPipeline([]);
  const state = startRequest(pipeline, 'GET /api/things');
  assert.equal(await renderResponse(pipeline, state, { status: 200, body: { a: 1 } }), { status: 200, body: '{"a":1}' });
  assert.is(state.headers['content-type'], 'application/json');
  const bytes = new Uint8Array([1]);
  const other = startRequest(pipeline, 'GET /api/things');
  assert.is((await renderResponse(pipeline, other, { status: 200, body: bytes, headers: { 'content-type': 'x/y' } })).body, bytes);
  assert.is(other.headers['content-type'], 'x/y');
});
test('a response without a body has no content type', async () => {
  const pipeline = await createTestPipeline([]);
  const state = startRequest(pipeline, 'GET /api/things');
  assert.equal(await renderResponse(pipeline, state, { status: 204 }), { status: 204, body: undefined });
  assert.is(state.headers['content-type'], undefined);
});
test('a file is sent with its size; a file that is gone is 404', async () => {
  const pipeline = await createTestPipeline([]);
  const state = startRequest(pipeline, 'GET /api/things');
  const folder = mkdtempSync(join(tmpdir(), 'slipway-render-'));
  const file = join(folder, 'output');
  writeFileSync(file, 'abc');
  assert.equal((await renderResponse(pipeline, state, { status: 200, file: { path: file, description: 'the output' } })).body, {
    file,
    size: 3,
  });
  rmSync(folder, { recursive: true });
  const [status, message] = await catchProblem(() =>
    renderResponse(pipeline, state, { status: 200, file: { path: file, description: 'the output' } }),
  );
  assert.equal([status, message.startsWith('the output was not found')], [404, true]);
});
test('an error is rendered in the dialect of the request; only a failure of the service is reported', async () => {
  const pipeline = await createTestPipeline([]);
  const state = startRequest(pipeline, 'POST /api/things?x=1', { headers: { 'user-agent': 'hosted-client' } });
  assert.equal(renderError(pipeline, state, undefined, conflict('taken')), { status: 409, body: '{"error":"taken","dialect":"hosted"}' });
  assert.equal(pipeline.reports, []);
  assert.is(renderError(pipeline, state, undefined, new Error('secret')).status, 500);
  assert.equal(pipeline.reports, [`POST /api/things (${state.requestId})`]);
});
test('deprecations are headers', async () => {
  const state = startRequest(await createTestPipeline([]), 'GET /api/things');
  renderWarnings(state);
  assert.is(state.headers['deprecation'], undefined);
  state.warnings = ['old is deprecated'];
  renderWarnings(state);
  assert.equal([state.headers['deprecation'], state.headers['warning']], ['true', '299 - "old is deprecated"']);
});
test.run();
