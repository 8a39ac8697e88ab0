// watchdog: 120 s
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { startRunnerTest } from './support.ts';

const environment = suite('CI jobs that really run: their environment');

const text = `version: 2.1
jobs:
  a:
    docker: [{ image: node, environment: { FROM: image, IMAGE: i } }]
    environment: { FROM: job, JOB: j }
    steps:
      - run: { name: All, command: env | sort }
      - run: { name: Step, environment: { FROM: step }, \
command: 'echo "$FROM $IMAGE $JOB $ORDER $ONLY_PROJECT"; echo "export LATER=kept" >> "$BASH_ENV"' }
      - run: { name: Next, command: 'echo "$LATER"' }
workflows: { all: { jobs: [a: { context: [one, two] }] } }
`;
const names = (all: string): readonly string[] =>
  all
    .trim()
    .split('\n')
    .map((line) => line.split('=')[0]!)
    .filter((name) => !['PWD', 'SHLVL', '_', 'OLDPWD'].includes(name));

const told = async (hosted: boolean) => {
  const here = await startRunnerTest({ hosted });
  try {
    process.env['CANARY_OF_THE_SERVICE'] = 'leaked';
    await here.configureProject(text);
    await here.ci('POST /project/gh/acme/web/envvar', { name: 'ORDER', value: 'pro' });
    await here.ci('POST /project/gh/acme/web/envvar', { name: 'ONLY_PROJECT', value: 'p' });
    for (const name of ['one', 'two'])
      await here.ci(`PUT /context/${await here.context(name)}/environment-variable/ORDER`, { value: name });
    const id = await here.trigger();
    assert.equal(await here.waitForEnd(id), { all: ['success', { a: 'success' }] });
    return await here.readOutput(id, 'a');
  } finally {
    delete process.env['CANARY_OF_THE_SERVICE'];
    await here.close();
  }
};

const always = [
  'BASH_ENV',
  'CI',
  'CI_BRANCH',
  'CI_BUILD_NUM',
  'CI_BUILD_URL',
  'CI_JOB',
  'CI_NODE_INDEX',
  'CI_NODE_TOTAL',
  'CI_ORGANIZATION_ID',
  'CI_PIPELINE_ID',
  'CI_PIPELINE_NUMBER',
  'CI_PROJECT_ID',
  'CI_PROJECT_REPONAME',
  'CI_PROJECT_USERNAME',
  'CI_REPOSITORY_URL',
  'CI_SERVICE_URL',
  'CI_USERNAME',
  'CI_WORKFLOW_ID',
  'CI_WORKFLOW_JOB_ID',
  'CI_WORKING_DIRECTORY',
];
const own = ['FROM', 'HOME', 'IMAGE', 'JOB', 'LANG', 'ONLY_PROJECT', 'ORDER', 'PATH', 'SLIPWAY_JOB', 'TMPDIR'];

environment("the neutral names, and nothing of the service's own environment", async () => {
  const { All, Step, Next } = await told(false);
  assert.equal(names(All!), [...always, ...own]);
  assert.match(All!, /^CI=true$/m);
  assert.match(All!, /^CI_BRANCH=main$/m);
  assert.match(All!, /^CI_PROJECT_USERNAME=acme$/m);
  assert.is(Step, 'step i j two p\n', 'a step over its job over its image over contexts, the last first, over the project');
  assert.is(Next, 'kept\n');
});

environment('the hosted names as well, unless the profile is neutral', async () => {
  const { All } = await told(true);
  const hosted = names(All!).filter((name) => name.startsWith('CIRCLE'));
  assert.equal(
    hosted,
    [
      ...always.filter((name) => name.startsWith('CI_') && name !== 'CI_SERVICE_URL').map((name) => name.replace('CI_', 'CIRCLE_')),
      'CIRCLECI',
    ].sort((a, b) => (a < b ? -1 : 1)),
  );
});

environment('a restriction that came while the job waited holds; a pipeline without secrets gets none', async () => {
  const here = await startRunnerTest();
  try {
    await here.stop();
    await here.configureProject(
      'version: 2.1\n' +
        'jobs: { a: { docker: [{ image: x }], steps: [{ run: { name: Show, command: "echo [$SECRET]" } }] } }\n' +
        'workflows: { all: { jobs: [a: { context: [one] }] } }\n',
    );
    await here.ci('POST /project/gh/acme/web/envvar', { name: 'SECRET', value: 'abc' });
    const context = await here.context('one');
    const [first, second] = [await here.trigger(), await here.trigger()];
    await here.wait(0);
    assert.equal((await here.statuses(first)).all[1], { a: 'queued' });
    await here.store.write(async (tx) => {
      const pipeline = (await tx.get<any>('ci-pipelines', second))!;
      await tx.update(pipeline, { body: { ...pipeline.body, withoutSecrets: true } });
    });
    const restriction = (
      await here.ci(`POST /context/${context}/restrictions`, {
        restriction_type: 'project',
        restriction_value: (await here.project('other')).id,
      })
    ).body.id;
    here.start();
    assert.equal(
      [await here.waitForEnd(first), await here.waitForEnd(second)],
      [{ all: ['unauthorized', { a: 'unauthorized' }] }, { all: ['unauthorized', { a: 'unauthorized' }] }],
    );
    assert.equal(await here.readOutput(first, 'a'), {}, 'nothing of it ran');
    await here.ci(`DELETE /context/${context}/restrictions/${restriction}`);
    const third = await here.trigger();
    assert.equal(await here.waitForEnd(third), { all: ['success', { a: 'success' }] });
    assert.is((await here.readOutput(third, 'a'))['Show'], '[abc]\n');
  } finally {
    await here.close();
  }
});

environment('pipelines of forks get no project variables', async () => {
  const here = await startRunnerTest();
  try {
    await here.stop();
    const id = await here.startSteps({ a: '[{ run: { name: Show, command: "echo [$SECRET]" } }]' });
    await here.ci('POST /project/gh/acme/web/envvar', { name: 'SECRET', value: 'abc' });
    await here.store.write(async (tx) => {
      const pipeline = (await tx.get<any>('ci-pipelines', id))!;
      await tx.update(pipeline, { body: { ...pipeline.body, withoutSecrets: true } });
    });
    here.start();
    await here.waitForEnd(id);
    assert.is((await here.readOutput(id, 'a'))['Show'], '[]\n');
  } finally {
    await here.close();
  }
});

environment.run();
