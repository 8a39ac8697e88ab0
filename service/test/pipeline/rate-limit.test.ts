import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { route } from '../../src/http/route.ts';
import { rateLimit } from '../../src/pipeline/rate-limit.ts';
import { createRequestRateLimiter } from '../../src/pipeline/rate-limiter.ts';
import { catchProblem, createTestPipeline, startRequest } from './support.ts';

const test = suite('pipeline: rate limit');
const routes = [route('GET /things', async () => ({ status: 204 }))];

test('without a limit nothing is counted and no header is sent', async () => {
  const pipeline = await createTestPipeline(routes);
  const state = startRequest(pipeline, 'GET /api/things');
  rateLimit(pipeline, state);
  assert.is(state.rateLimitHeaders, undefined);
});
test('the request beyond the limit is 429, with the time to wait', async () => {
  const pipeline = await createTestPipeline(routes, { limitRate: createRequestRateLimiter(1, () => 0) });
  const first = startRequest(pipeline, 'GET /api/things');
  rateLimit(pipeline, first);
  assert.equal([first.rateLimitHeaders?.['x-ratelimit-limit'], first.rateLimitHeaders?.['x-ratelimit-remaining']], ['1', '0']);
  const second = startRequest(pipeline, 'GET /api/things');
  assert.is((await catchProblem(() => rateLimit(pipeline, second)))[0], 429);
  assert.equal([second.rateLimitHeaders?.['retry-after'], second.rateLimitHeaders?.['x-ratelimit-reset']], ['1', '1.000']);
});
test('a request without a caller counts for its network address', async () => {
  const counted: string[] = [];
  const pipeline = await createTestPipeline(routes, {
    limitRate: (caller) => {
      counted.push(caller);
      return { allowed: true };
    },
  });
  rateLimit(pipeline, startRequest(pipeline, 'GET /api/things'));
  assert.equal(counted, ['peer 192.0.2.7']);
});
test.run();
