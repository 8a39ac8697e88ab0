import { runs } from '@slipway/test-support/scale';
import { fc } from '@slipway/test-support/seed';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { compileConfiguration } from '../../../src/ci/configuration/index.ts';

const test = suite('pipeline configuration: laws of the compiled text');

const words = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 12 }),
  fc.constantFrom(
    'yes',
    'no',
    '~',
    'null',
    '1.0',
    '0x1f',
    '- a',
    'a: b',
    '# c',
    '\\<<',
    '<<',
    '>>',
    ' a ',
    'a\nb\n',
    '\n',
    '\t',
    '{}',
    '*a',
    '&a',
    '!!a',
    '%a',
    '@a',
    '|',
    '"',
    "'",
  ),
);
const scalar = fc.oneof(words, fc.integer(), fc.boolean(), fc.constant(null));
const run = fc
  .record(
    { command: words.filter((text) => text !== ''), environment: fc.dictionary(words, scalar, { maxKeys: 3 }) },
    { requiredKeys: ['command'] },
  )
  .map((given) => ({ run: given }));
const plainJob = fc.record({
  docker: fc.constant([{ image: 'a' }]),
  environment: fc.dictionary(words, scalar, { maxKeys: 3 }),
  steps: fc.array(fc.oneof(run, fc.constant('checkout')), { maxLength: 4 }),
});
/** Some jobs of which each may require those before it, called with names of their own. */
const literalConfiguration = fc
  .record({
    jobs: fc.array(
      fc.tuple(
        words.filter((name) => name.trim() !== '' && name !== 'version'),
        plainJob,
      ),
      { minLength: 1, maxLength: 5 },
    ),
    links: fc.array(fc.nat(30), { maxLength: 8 }),
    contexts: fc.array(words, { maxLength: 2 }),
  })
  .map(({ jobs, links, contexts }) => {
    const names = [...new Map(jobs).keys()];
    return {
      version: 2,
      jobs: Object.fromEntries(jobs),
      workflows: {
        main: {
          jobs: names.map((name, index) => ({
            [name]: {
              context: contexts,
              requires: [...new Set(links.map((link) => link % names.length).filter((link) => link < index))].map((link) => names[link]),
            },
          })),
        },
      },
    };
  });

const reusable = fc
  .record({
    greetings: fc.array(fc.constantFrom('a', 'b', 'c'), { minLength: 1, maxLength: 3 }),
    flag: fc.boolean(),
    count: fc.integer({ min: 1, max: 4 }),
    matrix: fc.uniqueArray(fc.constantFrom('1', '2', 'three', 'x-1'), { minLength: 1, maxLength: 4 }),
    twice: fc.boolean(),
    condition: fc.constantFrom(
      'pipeline.number > 3',
      true,
      { not: '<< pipeline.parameters.flag >>' },
      { equal: ['<< pipeline.number >>', 7] },
    ),
  })
  .map(({ greetings, flag, count, matrix, twice, condition }) => ({
    version: 2.1,
    parameters: { flag: { type: 'boolean', default: flag } },
    commands: {
      greet: {
        parameters: { to: { type: 'string' }, more: { type: 'steps', default: [] } },
        steps: [{ run: 'echo << parameters.to >> \\<<EOF' }, { when: { condition, steps: '<< parameters.more >>' } }],
      },
    },
    executors: {
      box: { parameters: { size: { type: 'enum', enum: ['s', 'l'], default: 's' } }, docker: [{ image: 'box-<< parameters.size >>' }] },
    },
    jobs: {
      build: {
        parameters: { v: { type: 'string', default: 'none' } },
        executor: { name: 'box', size: flag ? 'l' : 's' },
        parallelism: count,
        steps: greetings.map((to) => ({ greet: { to: `${to}<< parameters.v >>`, more: ['checkout'] } })),
      },
    },
    workflows: {
      one: {
        jobs: [
          'build',
          { build: { matrix: { parameters: { v: matrix } }, requires: twice ? [] : ['build'] } },
          { hold: { type: 'approval', requires: [{ 'build-after': 'terminal' }] } },
          { build: { name: 'build-after', v: 'z' } },
        ],
      },
      two: { when: condition, jobs: twice ? ['build', 'build'] : ['build'] },
    },
  }));

test('compiling what was compiled changes nothing', async () => {
  await fc.assert(
    fc.asyncProperty(fc.oneof(literalConfiguration, reusable), async (configuration) => {
      const first = await compileConfiguration(JSON.stringify(configuration), { pipelineValues: { 'pipeline.number': 7 } });
      if ('faults' in first) throw new Error(JSON.stringify(first.faults));
      const second = await compileConfiguration(first.yaml);
      if ('faults' in second) throw new Error(JSON.stringify(second.faults));
      assert.equal(second.compiled, first.compiled);
      assert.is(second.yaml, first.yaml);
      assert.equal(second.warnings, []);
    }),
    { numRuns: runs(150) },
  );
});

test('whatever a text says, it compiles or its faults stand in it', async () => {
  const pieces = fc.constantFrom(
    'version: 2.1',
    '\n',
    '  ',
    '    ',
    'jobs:',
    'build:',
    'docker:',
    '- image: a',
    'steps:',
    '- checkout',
    '- run: ',
    '<< parameters.a >>',
    'parameters:',
    'a: ',
    '{',
    '}',
    '[',
    ']',
    '*a',
    '&a ',
    'type: string',
    'workflows:',
    'commands:',
    'when:',
    'condition: ',
    'orbs:',
    'matrix:',
    'requires:',
    ',',
    '"',
    ': ',
    'true',
    '2',
    '\t',
    '---',
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(pieces, { maxLength: 60 }).map((parts) => parts.join('')),
      async (text) => {
        const result = await compileConfiguration(text);
        const lines = text.split('\n');
        for (const { line, column, message } of 'faults' in result ? result.faults : []) {
          assert.ok(
            line >= 1 && line <= lines.length && column >= 1 && column <= lines[line - 1]!.length + 1,
            `${line}:${column} ${message} in ${JSON.stringify(text)}`,
          );
          assert.ok(message.length > 0);
        }
      },
    ),
    { numRuns: runs(400) },
  );
});

test.run();
