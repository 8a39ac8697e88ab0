// watchdog: 120 s
import { runs } from '@slipway/test-support/scale';
import { fc } from '@slipway/test-support/seed';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { startCiService, type CiTestService } from '../support.ts';
import { policyPathOf, versionPolicy } from './policy-requests.ts';

const fuzz = suite<{ here: CiTestService }>('CI policies with arbitrary input');
fuzz.before.each(async (context) => {
  context.here = await startCiService();
});
fuzz.after.each(async (context) => {
  await context.here.close();
});

const head = 'package org\npolicy_name["p"]\n';
const text = fc.oneof(
  fc.string(),
  fc.constantFrom(
    '',
    '\0',
    '\ud800',
    'version: 1',
    'a: &a [*a]',
    '- '.repeat(2000),
    '{"a":'.repeat(2000),
    '!!binary =',
    '? [a]\n: b',
    '__proto__: {a: 1}',
    'x'.repeat(40_000),
    '\ufeffversion: 2',
  ),
);
const policy = fc.oneof(
  text,
  fc.constantFrom(
    head,
    versionPolicy('v', '2'),
    `${head}enable_rule["r"]\nr[x] { x := input[_] }`,
    `${head}r := {`,
    'package org',
    `package org\npolicy_name["__proto__"]\n`,
  ),
  fc.string().map((rest) => `${head}${rest}`),
);
const { any } = fc.letrec((tie) => ({
  any: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom<unknown>(null, true, 7, -1, 1e308),
    text,
    fc.array(tie('any'), { maxLength: 3 }),
    fc.dictionary(
      fc.oneof(fc.constantFrom('vcs', 'branch', 'project_id', 'build_number', 'ssh_rerun', '__proto__', '\0', 'toString'), fc.string()),
      tie('any'),
      { maxKeys: 4 },
    ),
  ),
}));
const times = fc.constantFrom(
  '2026-05-01',
  '2026-05-01T12:00:00Z',
  '0000-01-01',
  '9999-12-31T23:59:59.9999Z',
  '2026-02-30',
  '2026-05-01T12:00:00-99:99',
  'x',
  '\0',
);
const request = fc.oneof(
  fc.record({
    row: fc.constant('POST /policy-bundle'),
    body: fc.record(
      {
        policies: fc.oneof(any, fc.dictionary(fc.oneof(fc.string(), fc.constantFrom('a.rego', '__proto__')), policy, { maxKeys: 2 })),
        dry: fc.oneof(fc.boolean(), any),
      },
      { requiredKeys: ['policies'] },
    ),
  }),
  fc.record({
    row: fc.constant('POST /decision'),
    body: fc.record({ input: fc.oneof(text, any), metadata: any }, { requiredKeys: ['input'] }),
  }),
  fc.record({ row: fc.constant('PATCH /decision/settings'), body: any }),
  fc.record({
    row: fc
      .dictionary(
        fc.constantFrom('status', 'after', 'before', 'branch', 'project_id', 'build_number', 'offset'),
        fc.oneof(fc.constantFrom('PASS', '0', '1', 'main'), times, fc.string()),
        { maxKeys: 3 },
      )
      .map((query) => `GET /decision?${new URLSearchParams(query)}`),
    body: fc.constant(undefined),
  }),
  fc.record({
    row: fc.constantFrom('GET /policy-bundle', 'GET /policy-bundle/p', 'GET /policy-bundle/%00', 'GET /decision/settings'),
    body: fc.constant(undefined),
  }),
);

fuzz('no 500, and a sentence with every refusal', async ({ here: bench }) => {
  const counts = new Map<number, number>();
  await fc.assert(
    fc.asyncProperty(request, async ({ row, body }) => {
      const [method, rest] = row.split(/ (.*)/s) as [string, string];
      const answer = await bench.ci(`${method} ${policyPathOf(bench, rest)}`, body);
      counts.set(answer.status, (counts.get(answer.status) ?? 0) + 1);
      assert.ok(answer.status < 500, `${answer.status} ${row} ${JSON.stringify(body)}`);
      if (answer.status >= 400)
        assert.ok(
          typeof answer.body.message === 'string' && answer.body.message.length > 0 && answer.body.message.length < 20_000,
          JSON.stringify(answer.body).slice(0, 200),
        );
    }),
    { numRuns: runs(800) },
  );
  for (const status of [200, 201, 400]) assert.ok((counts.get(status) ?? 0) > 5, JSON.stringify([...counts]));
});

fuzz.run();
