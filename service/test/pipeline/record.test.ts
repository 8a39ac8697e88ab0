import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { route } from '../../src/http/route.ts';
import { authenticate } from '../../src/pipeline/authenticate.ts';
import { record } from '../../src/pipeline/record.ts';
import { createTestPipeline, startRequest } from './support.ts';

const test = suite('pipeline: record');
const routes = [route('POST /files/{secret}', async () => ({ status: 204 }))];

test('a request is in the journal without its secrets, and its operation is counted', async () => {
  const pipeline = await createTestPipeline(routes);
  const state = startRequest(pipeline, 'POST /api/files/s3cret?token=s3cret', { headers: { authorization: 'Bearer token' }, body: 'abc' });
  await authenticate(pipeline, state, routes[0]!);
  state.warnings = ['old is deprecated'];
  record(pipeline, state, { status: 201, headers: {}, body: 'äb', faultId: 'fault-1' });
  const { milliseconds, requestId, caller, ...rest } = pipeline.journal.entries()[0]!.entry;
  assert.equal(rest, {
    at: '2026-05-01T12:00:00.000Z',
    service: 'workspaces',
    method: 'POST',
    path: '/api/files/***?token=***',
    operation: 'POST /files/{secret}',
    status: 201,
    requestBytes: 3,
    responseBytes: 3,
    warnings: ['old is deprecated'],
    fault: 'fault-1',
  });
  assert.equal([requestId, caller?.name, typeof milliseconds], [state.requestId, 'olivia', 'number']);
  assert.equal(pipeline.coverage.get('workspaces', 'POST /files/{secret}'), { calls: 1, statuses: { 201: 1 } });
});
test('a request to no endpoint is in the journal and counts for no operation', async () => {
  const pipeline = await createTestPipeline(routes);
  record(pipeline, startRequest(pipeline, 'GET /api/nothing'), { status: 404, headers: {}, body: undefined, faultId: undefined });
  assert.equal([pipeline.journal.total, pipeline.journal.entries()[0]!.entry.operation], [1, undefined]);
});
test('messages are recorded where recording is on', async () => {
  const message = { headers: [], body: '{}' };
  const pipeline = await createTestPipeline(routes, { messageRecorder: () => () => ({ request: message, response: message }) });
  record(pipeline, startRequest(pipeline, 'POST /api/files/a'), { status: 204, headers: {}, body: undefined, faultId: undefined });
  assert.equal(pipeline.journal.entries()[0]!.entry.request, message);
});
test.run();
