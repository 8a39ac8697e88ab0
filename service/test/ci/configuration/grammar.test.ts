import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { checkConfiguration } from '../../../src/ci/configuration/check-configuration.ts';
import { compileConfiguration } from '../../../src/ci/configuration/index.ts';
import { runs } from '@slipway/test-support/scale';
import { fc } from '@slipway/test-support/seed';

const test = suite('pipeline configuration: plausible documents by grammar');

const text = fc.constantFrom('a', 'b', 'main', '<< parameters.p >>', '<< pipeline.number >>', '<< matrix.p >>', 'o/c', '/v.*/', 'always');
const odd = fc.oneof(text, fc.integer({ min: -1, max: 3 }), fc.boolean(), fc.constant(null), fc.constant([]), fc.constant({}));
/** Mostly what is expected, sometimes anything. */
const mostly = <T>(usual: fc.Arbitrary<T>): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 30, arbitrary: usual as fc.Arbitrary<unknown> }, { weight: 1, arbitrary: odd });
const mapping = (members: { readonly [key: string]: fc.Arbitrary<unknown> }, required: readonly string[] = []): fc.Arbitrary<unknown> =>
  fc.record(Object.fromEntries(Object.entries(members).map(([key, value]) => [key, mostly(value)])), { requiredKeys: [...required] });
const named = (of: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc.dictionary(fc.constantFrom('a', 'b', 'c', 'deploy'), of, { maxKeys: 3 });
const list = (of: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> => fc.array(mostly(of), { maxLength: 3 });

const environment = fc.oneof(named(text), list(fc.constantFrom('A=1', '<< parameters.p >>', 'none')));
const condition = fc.letrec((tie) => ({
  any: fc.oneof(
    { maxDepth: 2 },
    text,
    fc.boolean(),
    mapping({ not: tie('any') }, ['not']),
    mapping({ and: fc.array(tie('any'), { minLength: 1, maxLength: 2 }) }, ['and']),
    fc.record({ equal: fc.array(text, { minLength: 1, maxLength: 2 }) }),
    fc.record({ matches: fc.record({ pattern: fc.constantFrom('^a', '[', 'b+'), value: text }) }),
  ),
})).any;
const { steps } = fc.letrec((tie) => ({
  step: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom('checkout', 'a', 'b', 'o/c', 'deploy', '<< parameters.p >>'),
    fc.record({ run: fc.oneof(text, mapping({ command: text, environment, when: fc.constantFrom('always', 'on_fail') }, ['command'])) }),
    fc.record({ a: mapping({ p: text, q: text }) }),
    fc.record({ deploy: fc.oneof(text, mapping({ p: text })) }),
    fc.record({ store_artifacts: mapping({ path: text, prefix: text }, ['path']) }),
    fc.record({ when: mapping({ condition, steps: fc.oneof(tie('steps'), tie('step')) }, ['condition', 'steps']) }),
    fc.record({ steps: tie('steps') }),
  ),
  steps: fc.array(mostly(tie('step')), { maxLength: 3 }),
}));
const parameters = fc.dictionary(
  fc.constantFrom('p', 'q'),
  fc.oneof(
    fc.record({ type: fc.constantFrom('string', 'boolean', 'integer', 'steps', 'executor', 'env_var_name'), default: odd }),
    fc.record({ type: fc.constantFrom('string', 'enum'), enum: fc.constant(['a', 'b']) }),
  ),
  { maxKeys: 2 },
);
const docker = fc.array(mapping({ image: text, environment }, ['image']), { minLength: 1, maxLength: 2 });
const commands = named(mapping({ parameters, steps }, ['steps']));
const executors = named(mapping({ parameters, docker, environment, resource_class: text }, ['docker']));
const jobs = named(mapping({ parameters, docker, executor: text, environment, parallelism: fc.nat(3), steps }, ['docker', 'steps']));
const orb = mapping({ commands, executors, jobs });
const call = fc.oneof(
  fc.constantFrom('a', 'b', 'o/a'),
  fc.record({
    a: mapping({
      name: text,
      requires: list(fc.constantFrom('a', 'b', { a: 'failed' })),
      filters: mapping({ branches: mapping({ only: text }) }),
      matrix: fc.record({ parameters: fc.record({ p: fc.array(text, { minLength: 1, maxLength: 2 }) }) }),
      'pre-steps': steps,
      p: text,
    }),
  }),
  fc.record({ hold: fc.record({ type: fc.constant('approval') }) }),
);
const workflows = named(mapping({ when: condition, jobs: fc.array(call, { minLength: 1, maxLength: 4 }) }, ['jobs']));
const configuration = mapping(
  { version: fc.constantFrom(2, 2.1, 2.1, 2.1), parameters, orbs: fc.record({ o: orb }), commands, executors, jobs, workflows },
  ['version', 'jobs', 'workflows'],
);

/** One that often compiles: elements that no workflow calls are not expanded. */
const simpleStep = fc.oneof(
  fc.constantFrom('checkout', 'o/c', { run: 'make' }, { deploy: 'x' }, { store_artifacts: { path: 'a', prefix: 'b' } }),
  fc.record({ when: fc.record({ condition: fc.boolean(), steps: fc.constantFrom({ checkout: null, run: 'a' }, ['checkout']) }) }),
);
const callable = fc
  .record({ steps: fc.array(simpleStep, { maxLength: 4 }), environment: fc.constantFrom<unknown>(['A=1', { B: 2 }], { A: 1 }), executors })
  .map(({ executors: unused, ...job }) => ({
    version: 2.1,
    orbs: { o: { commands: { c: { steps: [{ run: 'c' }] }, deploy: { steps: ['checkout'] } } } },
    executors: unused,
    jobs: { base: { docker: [{ image: 'a', environment: job.environment }], ...job } },
    workflows: { w: { jobs: ['base'] } },
  }));

test('the compiler does not throw, refuses what the schema refuses, and what it writes is valid', async () => {
  let compiled = 0;
  await fc.assert(
    fc.asyncProperty(fc.oneof(configuration, callable), async (value) => {
      const result = await compileConfiguration(JSON.stringify(value), { pipelineValues: { 'pipeline.number': 7 } });
      const { faults } = await checkConfiguration(value);
      if ('faults' in result) {
        assert.ok(result.faults.length > 0);
        if (faults.length > 0) assert.is(result.faults.length, Math.min(faults.length, 101));
        for (const { line, column, message } of result.faults) assert.ok(line > 0 && column > 0 && message.length > 0);
        return;
      }
      compiled++;
      assert.equal(faults, []);
      assert.equal((await checkConfiguration(result.compiled)).faults, []);
      const again = await compileConfiguration(result.yaml);
      assert.is('yaml' in again ? again.yaml : JSON.stringify(again.faults), result.yaml);
    }),
    { numRuns: runs(250) },
  );
  assert.ok(compiled > 20, `only ${compiled} documents compile`);
});

test.run();
