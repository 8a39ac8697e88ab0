import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { parseRateLimitHeaders } from '../../client/rate-limit-headers.ts';

const headers = (of: Record<string, string>) => ({ get: (name: string) => of[name.toLowerCase()] ?? null });
const now = Date.parse('2026-03-01T12:00:00Z');

const Headers = suite('limit headers');
const cases: [string, Record<string, string>, ReturnType<typeof parseRateLimitHeaders>][] = [
  ['Retry-After in seconds', { 'retry-after': '3' }, { limit: null, remaining: null, resetAt: null, retryAt: now + 3000 }],
  [
    'Retry-After as a date',
    { 'retry-after': 'Sun, 01 Mar 2026 12:00:05 GMT' },
    { limit: null, remaining: null, resetAt: null, retryAt: now + 5000 },
  ],
  [
    'Retry-After as a date that has passed',
    { 'retry-after': 'Sun, 01 Mar 2026 11:00:00 GMT' },
    { limit: null, remaining: null, resetAt: null, retryAt: now },
  ],
  [
    'X-RateLimit with decimal seconds',
    { 'x-ratelimit-limit': '30', 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '0.25' },
    { limit: 30, remaining: 0, resetAt: now + 250, retryAt: null },
  ],
  [
    'X-RateLimit-Reset as epoch seconds',
    { 'x-ratelimit-reset': String(now / 1000 + 7) },
    { limit: null, remaining: null, resetAt: now + 7000, retryAt: null },
  ],
  [
    'RateLimit with a window',
    { 'ratelimit-limit': '300, 300;w=60', 'ratelimit-remaining': '12', 'ratelimit-reset': '8' },
    { limit: 300, remaining: 12, resetAt: now + 8000, retryAt: null },
  ],
  [
    'words that are no numbers',
    { 'x-ratelimit-limit': 'many', 'retry-after': 'soon' },
    { limit: null, remaining: null, resetAt: null, retryAt: null },
  ],
];
for (const [what, values, meant] of cases) Headers(what, () => assert.equal(parseRateLimitHeaders(headers(values), now), meant));
Headers.run();
