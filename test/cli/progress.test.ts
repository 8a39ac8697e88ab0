import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { followApply } from '../../cli/src/app/follow-apply.ts';
import { advanceProgress, estimateTimeLeft, renderProgress, startProgress } from '../../cli/src/app/progress.ts';
import { formatSeconds } from '../../cli/src/quantities.ts';
import { createTerminal } from '../../cli/src/app/terminal.ts';
import { createRateLimiter, findRateLimitWait, rateLimiterFor } from '../../src/client/rate-limiter.ts';
import type { EngineMessage } from '../../src/engine/messages.ts';
import { manualClock } from '../../src/test/client/support/clocks.ts';

const test = suite('progress of an apply');
const message = (type: string, addr: string, action: string, module = ''): EngineMessage => ({
  '@level': 'info',
  '@message': `${addr}: ${type}`,
  type,
  hook: { resource: { addr, module }, action },
});

test('counts operations; data that is read is under way, and not counted', () => {
  let progress = startProgress(4, 0);
  for (const [type, addr, action] of [
    ['apply_start', 'slipway_project.a', 'create'],
    ['apply_start', 'data.slipway_project.d', 'read'],
    ['apply_complete', 'slipway_project.a', 'create'],
    ['apply_start', 'slipway_project.b', 'delete'],
    ['apply_errored', 'slipway_project.b', 'delete'],
  ] as const)
    progress = advanceProgress(progress, message(type, addr, action), 1000);
  assert.equal([progress.done, progress.failed, [...progress.running.keys()]], [1, 1, ['data.slipway_project.d read']]);
});
test('is drawn as a tree of modules below the counts, with the wait for the limit of the service', () => {
  let progress = startProgress(40, 0);
  for (let at = 0; at < 10; at++) {
    progress = advanceProgress(progress, message('apply_start', `r.x${at}`, 'create'), 0);
    progress = advanceProgress(progress, message('apply_complete', `r.x${at}`, 'create'), 0);
  }
  progress = advanceProgress(progress, message('apply_start', 'module.apps.slipway_workspace.w', 'update', 'module.apps'), 17_000);
  progress = advanceProgress(progress, message('apply_start', 'slipway_project.net', 'create'), 19_000);
  assert.equal(renderProgress('base', progress, { now: 20_000, wait: { requests: 4, until: 22_000 } }), [
    'base: 10 of 40 done, 2 running, about 1 min 0 s left',
    '  slipway_project.net: creating, 1 s',
    '  module.apps',
    '    slipway_workspace.w: updating, 3 s',
    '  waiting for the limit of the service: 4 requests, the next one in 2 s',
  ]);
});
test('the time left is reported when it means something', () => {
  const progress = { ...startProgress(10, 0), done: 2 };
  assert.is(estimateTimeLeft(progress, 10_000), null);
  assert.is(estimateTimeLeft({ ...progress, done: 5 }, 1000), null);
  assert.is(estimateTimeLeft({ ...progress, done: 4, failed: 1 }, 10_000), 10_000);
  assert.is(estimateTimeLeft({ ...progress, done: 10 }, 10_000), null);
  assert.equal([formatSeconds(0), formatSeconds(59_400), formatSeconds(200_000)], ['0 s', '59 s', '3 min 20 s']);
});

const applied = [
  { '@level': 'info', '@message': 'Terraform 1.11.4', type: 'version' },
  message('apply_start', 'r.a', 'create'),
  {
    '@level': 'info',
    '@message': 'r.a: Creation errored after 1s',
    type: 'apply_errored',
    hook: { resource: { addr: 'r.a' }, action: 'create' },
  },
  {
    '@level': 'error',
    '@message': 'Error: Refused',
    type: 'diagnostic',
    diagnostic: {
      severity: 'error',
      summary: 'Refused',
      detail: 'Not so.',
      address: 'r.a',
      range: { filename: 'main.tf', start: { line: 2, column: 1 } },
    },
  },
  { '@level': 'info', '@message': 'Apply complete! Resources: 0 added, 0 changed, 0 destroyed.', type: 'change_summary' },
]
  .map((one) => `${JSON.stringify(one)}\n`)
  .join('');
const follow = (json: boolean) => {
  const written: [string, string][] = [];
  const stream = (name: string) => ({ write: (text: string) => void written.push([name, text]) });
  const terminal = createTerminal(['base'], { stdout: stream('out'), stderr: stream('err') }).of('base');
  const { onOutput, end } = followApply('base', 1, terminal, { json });
  onOutput(applied.slice(0, 100), 'stdout');
  onOutput(`${applied.slice(100)}a wrapper says\n`, 'stdout');
  end();
  return written;
};
test('without a terminal each message of the engine is a line, and errors go to standard error', () => {
  assert.equal(follow(false), [
    ['out', 'r.a: apply_start\n'],
    ['out', 'r.a: Creation errored after 1s\n'],
    ['err', '\nError: Refused\n\n  with r.a,\n  on main.tf line 2:\n\nNot so.\n'],
    ['out', '\nApply complete! Resources: 0 added, 0 changed, 0 destroyed.\n'],
    ['err', 'a wrapper says\n'],
  ]);
});
test('as JSON each message is a line with its stack', () => {
  const written = follow(true);
  assert.is(written.length, 6);
  assert.equal(written[0], ['out', '{"@level":"info","@message":"Terraform 1.11.4","type":"version","stack":"base"}\n']);
  assert.ok(written.slice(0, 5).every(([stream, text]) => stream === 'out' && (JSON.parse(text) as { stack: string }).stack === 'base'));
});
test('a limiter tells who waits for the limit of the service, and nobody else', async () => {
  const clock = manualClock();
  assert.is(createRateLimiter(clock, () => 0).wait, null);
  const limiter = rateLimiterFor('h', 't', clock, () => 0);
  assert.is(await limiter.enter({ until: Infinity }), 'go');
  const sentAt = clock.now();
  limiter.leave({ status: 429, headers: { get: (name) => (name.toLowerCase() === 'retry-after' ? '7' : null) } }, sentAt);
  assert.is(findRateLimitWait(clock), null, 'nobody waits');
  void limiter.enter({ until: sentAt + 60_000 });
  void limiter.enter({ until: sentAt + 60_000 });
  const wait = findRateLimitWait(clock);
  assert.is(wait?.requests, 2);
  assert.is(Math.round((wait!.until - sentAt) / 1000), 7);
});
test.run();
