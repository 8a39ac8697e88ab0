// watchdog: 240 s
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { readFileSync } from 'node:fs';
import { startPipelineTest, type PipelineTest } from './pipelines/support.ts';
import { policyPathOf, replacePolicies } from './policies/policy-requests.ts';
import { skipWithReason } from '@slipway/test-support/skip';

const test = suite<{ here: PipelineTest }>('hostile CI requests and the event loop');
test.before(async (context) => {
  context.here = await startPipelineTest();
});
test.after(async ({ here }) => {
  await here.close();
});

/** Nanoseconds that this thread has computed; what other processes do on the machine does not count. */
const threadTime = (): number => Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
const isMeasurable = (() => {
  try {
    return threadTime() >= 0;
  } catch {
    return false;
  }
})();
const loopTest = isMeasurable ? test : skipWithReason(test, 'the kernel does not tell how long a thread has computed');

/** The longest time for which the event loop was held while this went on, in milliseconds of computing. */
const longestTurn = async (work: () => Promise<unknown>): Promise<number> => {
  let [last, longest] = [threadTime(), 0];
  const timer = setInterval(() => {
    const now = threadTime();
    longest = Math.max(longest, now - last);
    last = now;
  }, 1);
  try {
    await work();
  } finally {
    clearInterval(timer);
  }
  return longest;
};

const oneJob = 'version: 2.1\njobs: { build: { docker: [{ image: a }], steps: [checkout] } }\n';
const filters = (pattern: string, count: number) =>
  `${oneJob}workflows: { w: { jobs: [{ build: { filters: { branches: { only: [${Array.from(
    { length: count },
    (_, index) => `/${pattern}${index}/`,
  ).join(', ')}] } } }] } }\n`;
const blocks = (levels: number) => `x:\n${Array.from({ length: levels }, (_, level) => `${' '.repeat(level + 1)}a:\n`).join('')}`;

const thousand = Array.from({ length: 1000 }, (_, x) => x).join(',');

const texts: { readonly [name: string]: string } = {
  'filters of heavy patterns': filters(`(?:${'a?'.repeat(30)}){999}`, 280),
  'filters of patterns that are not too heavy': filters('(?:[a-z]{1,10}){100}', 400),
  'classes of Unicode without case': filters('(?i)[\\\\x{80}-\\\\x{10ffff}]{9}', 200),
  'a pattern and a long text': `${oneJob}workflows: { w: { when: { matches: { pattern: "(?:a?){400}", value: "${'a'.repeat(200_000)}" } }, \
jobs: [build] } }\n`,
  'nested blocks': oneJob + blocks(630),
  'nested dashes': `${oneJob}x:\n${' - - - - - - - - a\n'.repeat(4000)}`,
  'brackets that end': `${oneJob}x: ${'['.repeat(50_000)}${']'.repeat(50_000)}\n`,
  'brackets without end': '['.repeat(200_000),
  'many small lists': `${oneJob}x: [${'[],'.repeat(20_000)}]\n`,
  'a matrix of 1,000 jobs':
    oneJob.replace('docker', 'parameters: { x: { type: integer } }, docker') +
    `workflows: { w: { jobs: [{ build: { matrix: { parameters: { x: [${thousand}] } } } }] } }\n`,
};

loopTest('configurations, whatever they hold, are compiled while the loop goes on', async ({ here }) => {
  await here.configureProject(oneJob);
  await here.trigger();
  await here.wait(100);
  for (const [name, text] of Object.entries(texts)) {
    const { id } = await here.project(name.replaceAll(/\W+/g, '-'), 'gh/acme');
    await here.store.write((tx) =>
      tx.insert({ id: `text-${id}`, kind: 'ci-configurations', scope: id, key: 'config', name: '', body: { text } }),
    );
    const { status, body } = await here.ci(`POST /project/gh/acme/${name.replaceAll(/\W+/g, '-')}/pipeline`);
    assert.is(status, 201);
    const longest = await longestTurn(() => here.wait(100));
    const { state } = (await here.ci(`GET /pipeline/${body.id}`)).body;
    if (process.env['SHOW']) console.log(name, Math.round(longest), state);
    assert.match(state, /^(created|errored)$/, name);
    assert.ok(longest < 50, `${name}: ${Math.round(longest)} ms`);
  }
});

loopTest('policies and what they judge are read while the loop goes on', async ({ here }) => {
  const policy = 'package org\npolicy_name["a"]\nenable_rule["r"]\nr = "x" { input.version < 0 }\n';
  await replacePolicies(here, { a: policy });
  await here.ci(`POST ${policyPathOf(here, '/decision')}`, { input: 'version: 1' });
  for (const name of ['nested blocks', 'brackets without end', 'many small lists']) {
    const input = texts[name]!;
    const longest = await longestTurn(() => here.ci(`POST ${policyPathOf(here, '/decision')}`, { input }));
    assert.ok(longest < 50, `${name}: ${Math.round(longest)} ms`);
  }
  for (const [name, text] of [
    ['nested brackets', `${policy}x := ${'['.repeat(30_000)}`],
    ['many rules', `${policy}${Array.from({ length: 1000 }, (_, index) => `s${index} { input.version == ${index} }\n`).join('')}`],
    ['a slow rule', `${policy}s = count([1 | some x in numbers.range(1, 400); some y in numbers.range(1, 400); x + y > 0])`],
  ] as const) {
    const longest = await longestTurn(() => replacePolicies(here, { a: text }));
    assert.ok(longest < 50, `${name}: ${Math.round(longest)} ms`);
  }
});

loopTest('the expression of a context restriction is parsed in a moment', async ({ here }) => {
  const context = await here.context('deploy');
  const restrict = (value: string) =>
    here.ci(`POST /context/${context}/restrictions`, { restriction_type: 'expression', restriction_value: value });
  await restrict('pipeline.git.branch matches /ma.n/');
  const heavy = Array.from({ length: 60 }, (_, index) => `pipeline.git.branch matches /(?:[a-z]{1,10}){99}${index}/`).join(' or ');
  const longest = await longestTurn(async () => {
    const { status, body } = await restrict(heavy);
    assert.is(status, 400);
    assert.match(body.message, 'expected patterns that compile and match in at most 500,000 steps together; they take more');
  });
  assert.ok(longest < 50, `${Math.round(longest)} ms`);
});

test.run();
