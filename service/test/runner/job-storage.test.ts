// watchdog: 120 s
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { canListTests } from '../../src/ci/jobs/jobs.ts';
import { finishJob } from '../../src/ci/runner/finish-job.ts';
import type { StepContext } from '../../src/ci/runner/step-context.ts';
import { storeTestResults } from '../../src/ci/runner/steps/tests.ts';
import { newId } from '../../src/store/new-id.ts';
import { defaultSettings } from '../../src/http/settings.ts';
import { temporaryFolder } from '@slipway/test-support/temporary-folder';
import { createRepository, startRunnerTest, type RunnerTest } from './support.ts';

const kept = suite<{ here: RunnerTest }>('CI jobs that really run: what is kept of them');
kept.before.each(async (context) => {
  context.here = await startRunnerTest();
});
kept.after.each(async (context) => {
  await context.here.close();
});

const artifacts = async ({ ci }: RunnerTest, number: number): Promise<readonly any[]> =>
  (await ci(`GET /project/gh/acme/web/${number}/artifacts`)).body.items;

kept('artifacts: files and folders, under their own path or a destination; links and pipes are left alone', async ({ here }) => {
  const id = await here.startSteps({
    a:
      '[{ run: "mkdir -p out/deep && echo one > out/one.txt && echo two > out/deep/two.html && ln -s /etc/passwd ' +
      'out/link && mkfifo out/pipe && : > out/empty" }, { store_artifacts: { path: out } }, ' +
      '{ store_artifacts: { path: out/one.txt, destination: ./there/x } }, { store_artifacts: { path: missing } }, ' +
      '{ store_artifacts: { path: out/one.txt } }]',
  });
  assert.equal(await here.waitForEnd(id), { all: ['success', { a: 'success' }] });
  const items = await artifacts(here, 1);
  assert.equal(
    items.map(({ path, node_index }) => [path, node_index]),
    [
      ['deep/two.html', 0],
      ['empty', 0],
      ['one.txt', 0],
      ['there/x', 0],
    ],
    'the same path again replaces what was there',
  );
  const got = await Promise.all(items.map(({ url }) => here.ci(`GET //${url.slice('http://slipway.test/'.length)}`)));
  assert.equal(
    got.map(({ status, body }) => [status, body]),
    [
      [200, 'two\n'],
      [200, undefined],
      [200, 'one\n'],
      [200, 'one\n'],
    ],
  );
  assert.equal(
    got.map(({ headers }) => headers.get('content-disposition')!.split(';')[0]),
    ['attachment', 'attachment', 'attachment', 'attachment'],
  );
});

kept('what a linked folder leads to is no artifact and no test result', async ({ here }) => {
  const outside = temporaryFolder({ 'secret.txt': 'secret', 'deep/report.xml': '<testsuite><testcase name="x"/></testsuite>' });
  const steps = ['out', 'out/', 'out/deep', 'out/secret.txt', './in/out/deep', '~/project/out'];
  const id = await here.startSteps({
    a:
      `[{ run: "mkdir in && ln -s ${outside} out && ln -s ${outside} in/out" }, ` +
      steps.map((path) => `{ store_artifacts: { path: ${path} } }, { store_test_results: { path: ${path} } }`).join(', ') +
      ', { store_artifacts: { path: in } }]',
  });
  assert.equal(await here.waitForEnd(id), { all: ['success', { a: 'success' }] });
  assert.equal(await artifacts(here, 1), []);
  assert.equal((await here.ci('GET /project/gh/acme/web/1/tests')).body.items, []);
});

kept('artifacts and test results are stored after a failed step, too, unless a step says on_success', async ({ here }) => {
  const id = await here.startSteps({
    a:
      `[{ run: "echo log > log.txt; ` +
      `printf '<testsuite><testcase name=\\"x\\"><failure message=\\"no\\"/></testcase></testsuite>' > r.xml; ` +
      'exit 1" }, { run: "echo never > never.txt" }, { store_artifacts: { path: log.txt } }, ' +
      '{ store_artifacts: { path: log.txt, destination: only, when: on_success } }, { store_test_results: { path: r.xml } }]',
  });
  assert.equal(await here.waitForEnd(id), { all: ['failed', { a: 'failed' }] });
  assert.equal(
    (await artifacts(here, 1)).map(({ path }) => path),
    ['log.txt'],
  );
  assert.equal(
    (await here.ci('GET /project/gh/acme/web/1/tests')).body.items.map(({ name, result }: any) => [name, result]),
    [['x', 'failure']],
  );
});

kept('test results come from reports; one that cannot be read is reported and left out', async ({ here }) => {
  const id = await here.startSteps({
    a:
      `[{ run: "mkdir r; printf '<testsuite><testcase name=\\"x\\" classname=\\"X\\" time=\\"2\\"/><testcase ` +
      `name=\\"y\\"><failure message=\\"no\\"/></testcase></testsuite>' > r/good.xml; echo '<broken' > r/odd.xml; ` +
      `echo no > r/note.txt" }, { store_test_results: { name: Read, path: r } }]`,
  });
  assert.equal(await here.waitForEnd(id), { all: ['success', { a: 'success' }] });
  assert.is(
    (await here.readOutput(id, 'a'))['Read'],
    'good.xml: 2 tests, 1 of them failed.\nodd.xml is no JUnit report: the element broken cannot be read.\n',
  );
  assert.equal((await here.ci('GET /project/gh/acme/web/1/tests')).body, {
    items: [
      { name: 'x', classname: 'X', result: 'success', message: '', run_time: 2, file: '', source: 'junit' },
      { name: 'y', classname: '', result: 'failure', message: 'no', run_time: 0, file: '', source: 'junit' },
    ],
    next_page_token: null,
  });
});

kept('reports of 250,000,000 bytes together are read, and of one more byte none is', async () => {
  const report = '<testsuite><testcase name="é"/></testsuite>';
  const place = temporaryFolder({ 'r.xml': report });
  const [kept_, said]: [unknown[], string[]] = [[], []];
  const node = {
    home: place,
    folder: place,
    log: {
      writeLine: async (line: string) => {
        said.push(line);
      },
    },
    storage: {
      saveTests: async (_: unknown, tests: readonly unknown[]) => {
        kept_.push(...tests);
      },
    },
    claimed: { job: {} },
  } as unknown as StepContext;
  const after = async (bytes: number) => {
    const told = { bytes, count: 0 };
    await storeTestResults(node, told, { path: 'r.xml' });
    return [told.bytes, told.count, kept_.length];
  };
  assert.equal(await after(249_999_956), [250_000_000, 1, 1]);
  assert.equal(await after(249_999_957), [250_000_001, 0, 1]);
  assert.is(said.at(-1), 'The reports of this job are larger than 250000000 bytes together; no more are read.');
  assert.equal([canListTests({}, 250_000_000), canListTests({}, 250_000_001), canListTests({ testsOver: true }, 0)], [true, false, false]);
});

kept('of a job whose reports are too large no test is reported, also not of those that were read', async ({ here }) => {
  const id = await here.startSteps({
    a:
      `[{ run: "echo '<testsuite><testcase name=\\"x\\"/></testsuite>' > r.xml" }, ` +
      `{ store_test_results: { path: r.xml } }, { run: "sleep 60" }]`,
  });
  const count = async (): Promise<number> => (await here.ci('GET /project/gh/acme/web/1/tests')).body?.items?.length ?? 0;
  await here.waitUntil(async () => (await count()) === 1);
  const job = await here.job(id, 'a');
  const [
    {
      body: { runner },
    },
  ] = (await here.store.read((view) => view.list({ kind: 'ci-claims' }))).records as unknown as [{ body: { runner: string } }];
  await finishJob(here.store, { clock: here.clock, settings: defaultSettings, newId }, runner, job.id, {
    status: 'success',
    testsOver: true,
  });
  assert.equal((await here.ci('GET /project/gh/acme/web/1/tests')).body, { items: [], next_page_token: null });
});

kept('a list of tests is turned over page by page', async ({ here }) => {
  const id = await here.startSteps({
    a:
      `[{ run: "(echo '<testsuite>'; for i in $(seq 45); do echo \\"<testcase name='$i'/>\\"; done; ` +
      `echo '</testsuite>') > r.xml" }, { store_test_results: { path: r.xml } }]`,
  });
  await here.waitForEnd(id);
  const names: string[] = [];
  for (let token = ''; ;) {
    const { body } = await here.ci(`GET /project/gh/acme/web/1/tests${token === '' ? '' : `?page-token=${token}`}`);
    names.push(...body.items.map(({ name }: any) => name));
    if (body.next_page_token === null) break;
    token = body.next_page_token;
  }
  assert.equal(
    names,
    Array.from({ length: 45 }, (_, at) => String(at + 1)),
  );
  assert.is((await here.ci('GET /project/gh/acme/web/1/tests?page-token=x')).status, 400);
});

kept(
  'checkout: the commit of the pipeline, into a folder that may hold something; without a repository it fails and says why',
  async ({ here }) => {
    const folder = createRepository({
      '.ci/config.yml':
        'version: 2.1\n' +
        'jobs: { a: { docker: [{ image: x }], steps: [{ run: "mkdir deps; echo kept > deps/d" }, ' +
        'checkout, { run: { name: Look, command: "git status --short --branch; git log --format=%s; cat deps/d; ' +
        'git config user.name || echo nobody" } }] } }\nworkflows: { all: { jobs: [a] } }\n',
    });
    await here.store.write((tx) =>
      tx.insert({
        id: 'repository',
        kind: 'ci-repositories',
        scope: here.org,
        key: '1',
        name: 'acme/web',
        body: { fullName: 'acme/web', defaultBranch: 'main', openSource: false, path: folder },
      }),
    );
    const project = await here.project('code');
    await here.definition(project.id);
    const id = (await here.ci(`POST /project/${project.slug}/pipeline/run`, {})).body.id;
    assert.equal(await here.waitForEnd(id), { all: ['success', { a: 'success' }] });
    assert.is((await here.readOutput(id, 'a'))['Look'], '## main\n?? deps/\nfirst\nkept\nnobody\n');
    const without = await here.startSteps({ a: '[checkout]' });
    assert.equal(await here.waitForEnd(without), { all: ['failed', { a: 'failed' }] });
    assert.match((await here.readOutput(without, 'a'))['Check out code']!, /^There is nothing to check out: /);
  },
);

kept('what does nothing here says so', async ({ here }) => {
  const id = await here.startSteps({ a: '[setup_remote_docker, { run: "true" }]' });
  assert.equal(await here.waitForEnd(id), { all: ['success', { a: 'success' }] });
  assert.is(
    (await here.readOutput(id, 'a'))['setup_remote_docker'],
    'Left out: setup_remote_docker does nothing here: steps run on this machine and use its own docker.\n',
  );
});

kept.run();
