import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { warnOfDestructions } from '../../cli/src/app/examine-plan.ts';
import { followApply } from '../../cli/src/app/follow-apply.ts';
import type { PreparedStack } from '../../cli/src/app/for-each-stack.ts';
import { createTerminal } from '../../cli/src/app/terminal.ts';
import { rateLimiterFor } from '../../src/client/rate-limiter.ts';
import type { PlanJson } from '../../src/engine/show-json.ts';
import { manualClock } from '../../src/test/client/support/clocks.ts';

const test = suite('messages that --json adds');

const record = () => {
  const written: [string, string][] = [];
  const stream = (name: string) => ({ write: (text: string) => void written.push([name, text]) });
  return { written, terminal: createTerminal(['base'], { stdout: stream('out'), stderr: stream('err') }).of('base') };
};
const plan: PlanJson = {
  resource_changes: [
    {
      address: 'slipway_workspace.full',
      type: 'slipway_workspace',
      mode: 'managed',
      change: { actions: ['delete'], before: { id: 'ws-1', resource_count: 12, locked: true }, after: null },
    },
  ],
};

test('destruction_warning lists what a plan destroys although it is in use', async () => {
  const { written, terminal } = record();
  const stack: PreparedStack = {
    name: 'base',
    folder: '/nowhere',
    dependsOn: [],
    engine: { name: 'terraform', path: 'terraform', version: '1.11.4' },
    environment: {},
    terminal,
  };
  await warnOfDestructions(stack, plan, true);
  assert.equal(written, [
    [
      'out',
      '{"@level":"warn","@message":"What this destroys is in use:\\n' +
        '  slipway_workspace.full: manages 12 resources, which nothing manages afterwards; is locked",' +
        '"type":"destruction_warning","destructions":[{"address":"slipway_workspace.full",' +
        '"reasons":["manages 12 resources, which nothing manages afterwards","is locked"]}],"stack":"base"}\n',
    ],
  ]);
});

test('rate_limit_wait shows how many requests wait for the limit of the service, and until when', async () => {
  const clock = manualClock();
  const limiter = rateLimiterFor('host-of-added-messages', 'token-of-added-messages', clock, () => 0);
  await limiter.enter({ until: Infinity });
  limiter.leave({ status: 429, headers: { get: (name) => (name.toLowerCase() === 'retry-after' ? '7' : null) } }, clock.now());
  void limiter.enter({ until: clock.now() + 60_000 });
  void limiter.enter({ until: clock.now() + 60_000 });
  const { written, terminal } = record();
  const { end } = followApply('base', 1, terminal, { json: true, clock });
  while (written.length === 0) await delay(20);
  end();
  assert.equal(written, [
    [
      'out',
      '{"@level":"info","@message":"waiting for the limit of the service: 2 requests, the next one in 7 s",' +
        '"type":"rate_limit_wait","requests":2,"until":"2023-11-14T22:13:27.000Z","stack":"base"}\n',
    ],
  ]);
});

test('docs/cli.md describes each of them', () => {
  const folder = resolve(import.meta.dirname, '../../cli/src');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
  const types = files.flatMap((name) =>
    [...readFileSync(join(folder, name), 'utf8').matchAll(/'@message':[^\n]*?type: '(\w+)'/g)].map(([, type]) => type!),
  );
  const page = readFileSync(resolve(import.meta.dirname, '../../docs/cli.md'), 'utf8');
  const described = [...page.slice(page.indexOf('### Messages'), page.indexOf('### The provider')).matchAll(/^\| `(\w+)`/gm)];
  assert.equal(types.sort(), ['destruction_warning', 'rate_limit_wait', 'stack_summary']);
  assert.equal(
    described.map(([, type]) => type),
    types,
  );
});
test.run();
