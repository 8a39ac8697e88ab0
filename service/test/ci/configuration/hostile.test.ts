import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { planWorkflows, compileConfiguration } from '../../../src/ci/configuration/index.ts';
import { compileFaults, withSteps } from './compiling.ts';

const test = suite('pipeline configuration: hostile texts');

const tooLarge =
  'expected at most 500,000 values and 8,388,608 characters when everything that is called is written out; here it becomes more';
const chained = (first: string, each: (index: number) => string, count: number): string =>
  `version: 2.1\ncommands:\n  c0: ${first}\n${Array.from({ length: count }, (_, index) => `  c${index + 1}: ${each(index)}\n`).join('')}`;
const build = (step: string): string => `jobs: { build: { docker: [{ image: a }], steps: [${step}] } }\n`;

test('ten thousand jobs in a row are compiled and planned', async () => {
  const jobs = Array.from(
    { length: 10_000 },
    (_, index) => `      - j: { n: ${index}, name: j${index}${index > 0 ? `, requires: [j${index - 1}]` : ''} }\n`,
  ).join('');
  const result = await compileConfiguration(
    `version: 2.1\njobs:\n` +
      `  j: { docker: [{ image: a }], parameters: { n: { type: integer } }, steps: [run: << parameters.n >>] }\n` +
      `workflows:\n  w:\n    jobs:\n${jobs}`,
  );
  if (!('compiled' in result)) throw new Error(JSON.stringify(result.faults.slice(0, 3)));
  const [workflow] = planWorkflows(result.compiled, { branch: 'main' });
  assert.is(workflow!.jobs.length, 10_000);
  assert.equal(workflow!.jobs.at(-1), {
    name: 'j9999',
    type: 'build',
    contexts: [],
    dependencies: ['j9998'],
    requires: [{ job: 'j9998', statuses: ['success'] }],
  });
});
test('commands that multiply each other are stopped', async () => {
  const ten = (index: number) => `{ steps: [${Array.from({ length: 10 }, () => `c${index}`).join(', ')}] }`;
  assert.equal(await compileFaults(chained('{ steps: [checkout] }', ten, 20) + build('c20')), [`3:17 /commands/c0/steps/0 ${tooLarge}`]);
  const [fault] = await compileFaults(chained('{ steps: [] }', ten, 20) + build('c20'));
  assert.match(fault!, tooLarge);
});
test('texts that double are stopped', async () => {
  const doubled = (index: number) =>
    `{ parameters: { x: { type: string } }, steps: [c${index}: { x: "<< parameters.x >><< parameters.x >>" }] }`;
  assert.equal(
    await compileFaults(
      chained('{ parameters: { x: { type: string } }, steps: [run: << parameters.x >>] }', doubled, 60) + build('c60: { x: aaaaaaaa }'),
    ),
    ['46:62 /commands/c43/steps/0/c42/x expected a text of at most 1,048,576 characters; with its tags replaced it is longer'],
  );
});
test('steps that double are stopped', async () => {
  const doubled = (index: number) =>
    `{ parameters: { x: { type: steps } }, steps: [c${index}: { x: [steps: << parameters.x >>, steps: << parameters.x >>] }] }`;
  const [fault] = await compileFaults(
    chained('{ parameters: { x: { type: steps } }, steps: [steps: << parameters.x >>] }', doubled, 60) + build('c60: { x: [checkout] }'),
  );
  assert.match(fault!, tooLarge);
});
test('faults without end are cut short, in number and in length', async () => {
  const many = await compileConfiguration(withSteps(Array.from({ length: 20_000 }, (_, index) => `- none-${index}`).join('\n')));
  assert.equal('faults' in many && many.faults.at(-1)!.message, 'and 900 more');
  const shapes = await compileConfiguration(withSteps('- 5\n'.repeat(20_000).trimEnd()));
  assert.equal('faults' in shapes && shapes.faults.at(-1)!.message, 'and 19900 more');
  const long = await compileConfiguration(
    `version: 2.1\nx: &x ${'a'.repeat(300_000)}\njobs: { build: { docker: [{ image: a }], steps: [${'*x ,'.repeat(20_000)}] } }\n`,
  );
  assert.is('faults' in long && long.faults[0]!.message, `there is no step or command ${'a'.repeat(472)}…`);
});
test('notes without end are no faults', async () => {
  const result = await compileConfiguration(withSteps('- setup_remote_docker\n'.repeat(3000).trimEnd()));
  assert.is('notes' in result && result.notes.length, 101);
});
test('a long text that is used often is stopped', async () => {
  const command =
    'version: 2.1\n' +
    'commands: { say: { parameters: { text: { type: string } }, steps: [run: << parameters.text >>] }, ' +
    'all: { parameters: { text: { type: string } }, steps: [';
  const calls = (count: number) =>
    `${command}${Array.from({ length: count }, () => 'say: { text: << parameters.text >> }').join(', ')}] } }\n` +
    `${build(`all: { text: ${'a'.repeat(500_000)} }`)}`;
  assert.match((await compileFaults(calls(20)))[0]!, tooLarge);
  assert.equal(await compileFaults(calls(5)), []);
});
test('commands call each other to a hundred levels', async () => {
  assert.equal(await compileFaults(chained('{ steps: [checkout] }', (index) => `{ steps: [c${index}] }`, 98) + build('c98')), []);
  assert.match(
    (await compileFaults(chained('{ steps: [checkout] }', (index) => `{ steps: [c${index}] }`, 120) + build('c120')))[0]!,
    'expected at most 100 commands, one calling the other',
  );
});
test('a matrix has at most 1024 jobs', async () => {
  const numbers = `[${Array.from({ length: 1000 }, (_, index) => index).join(', ')}]`;
  assert.equal(
    await compileFaults(
      `version: 2.1\n` +
        `${build('checkout')}workflows: { w: { jobs: [build: { matrix: { parameters: { a: ${numbers}, b: ${numbers}, ` +
        `c: ${numbers} } } }] } }\n`,
    ),
    ['3:35 /workflows/w/jobs/0/build/matrix expected a matrix of at most 1024 jobs; this one has 1,000,000,000'],
  );
});
test('deep nesting is refused', async () => {
  assert.match(
    (await compileFaults(`version: 2.1\nx: ${'['.repeat(50_000)}${']'.repeat(50_000)}\n`))[0]!,
    'levels, one in the other: deeper YAML cannot be read here',
  );
  assert.match(
    (await compileFaults(withSteps(`- when: { condition: ${'{ not: '.repeat(101)}true${' }'.repeat(101)}, steps: [] }`)))[0]!,
    'expected at most 100 conditions, one inside of the other',
  );
  assert.equal(await compileFaults(withSteps(`- run: "${'<<# pipeline.id >>'.repeat(5000)}${'<</ pipeline.id >>'.repeat(5000)}"`)), [
    '6:9 /jobs/build/steps/0/run expected at most 100 conditions, one inside of the other',
  ]);
  assert.equal(
    await compileFaults(
      withSteps('- checkout', `workflows: { w: { when: "${'('.repeat(101)}pipeline.number${')'.repeat(101)}", jobs: [build] } }\n`),
    ),
    ['7:19 /workflows/w/when expected at most 100 nested levels'],
  );
});
test('a pattern is matched in linear time', async () => {
  assert.equal(
    await compileFaults(
      withSteps(`- when: { condition: { matches: { pattern: "(a+)+$", value: "${'a'.repeat(100_000)}!" } }, steps: [checkout] }`),
    ),
    [],
  );
});
test('names that objects have by themselves are names like any other', async () => {
  const job = '{ docker: [{ image: a }], steps: [checkout] }';
  const result = await compileConfiguration(
    `version: 2.1\njobs: { __proto__: ${job}, constructor: ${job} }\n` +
      `workflows: { __proto__: { jobs: [__proto__, constructor: { requires: [__proto__] }] } }\n`,
  );
  if (!('compiled' in result)) throw new Error(JSON.stringify(result.faults));
  assert.is(
    result.yaml,
    `version: 2
jobs:
  __proto__:
    docker:
      - image: a
    steps:
      - checkout
  constructor:
    docker:
      - image: a
    steps:
      - checkout
workflows:
  version: 2
  __proto__:
    jobs:
      - __proto__
      - constructor:
          requires:
            - __proto__
`,
  );
  assert.equal(
    await compileFaults(withSteps('- toString', 'workflows: { w: { jobs: [hasOwnProperty, build, build: { valueOf: 1 }] } }\n')),
    [
      '6:9 /jobs/build/steps/0 there is no step or command toString',
      '7:26 /workflows/w/jobs/0 there is no job hasOwnProperty; jobs here: build',
      '7:58 /workflows/w/jobs/2/build/valueOf build has no parameter valueOf; it has none',
    ],
  );
});
test.run();
