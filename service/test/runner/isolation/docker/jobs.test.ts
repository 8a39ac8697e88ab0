/** Jobs of the CI service in containers of Podman: each in the first image that it names, or else in that of the runner. */
// watchdog: 150 s
import { execFileSync } from 'node:child_process';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type RunnerTest, startRunnerTest } from '../../support.ts';
import { testImage } from './container-image.ts';
import { contained, findContainers } from './contained.ts';

const all = suite<{ here: RunnerTest }>('jobs in containers of Podman');
const { isolation } = await findContainers({ kind: 'full' });
const test = contained(all);
const otherImage = 'slipway-test-other:1';
const podman = (...words: string[]): string => execFileSync('podman', words, { encoding: 'utf8', stdio: 'pipe' }).trim();

if (isolation) {
  all.before(() => {
    const container = podman('create', testImage, '/bin/true');
    podman('commit', '--quiet', '--change', 'ENV WHICH=other', '--change', 'ENV PATH=/opt/tools:/usr/bin', container, otherImage);
    podman('rm', container);
  });
  all.after(() => {
    podman('rmi', otherImage);
  });
  all.before.each(async (context) => {
    context.here = await startRunnerTest({ isolation });
  });
  all.after.each(async (context) => {
    await context.here.close();
  });
}

/** The steps of one job of these executors: `docker: …`, `machine: …`. */
const startJob = async (here: RunnerTest, executor: string, steps: string): Promise<string> => {
  await here.configureProject(`version: 2.1\njobs: { a: { ${executor}, steps: ${steps} } }\nworkflows: { all: { jobs: [a] } }\n`);
  return here.trigger();
};

test('steps, caches, workspaces, artifacts and the program circleci work, in the image of the runner where a job names none', async ({
  here,
}) => {
  const id = await startJob(
    here,
    'machine: true',
    '[{ run: "echo L > lock; mkdir -p deps out; echo d > deps/d; echo tmp > /tmp/log" }, ' +
      '{ save_cache: { name: Save, key: "v1-{{ checksum \\"lock\\" }}", paths: [deps] } }, ' +
      '{ persist_to_workspace: { root: ., paths: ["deps/*"] } }, { run: rm -r deps }, { restore_cache: { keys: [v1-] } }, ' +
      '{ store_artifacts: { name: Artifacts, path: /tmp/log } }, ' +
      '{ run: { name: Where, working_directory: new/folder, command: "pwd; cat /tmp/log; cat ~/project/deps/d; ' +
      'ls -d /proc/[0-9]* | wc -l; echo $WHICH." } }, ' +
      '{ run: { name: Halt, command: "echo hello ${CI_JOB} | circleci env subst; circleci-agent step halt" } }, { run: exit 1 }]',
  );
  const end = await here.waitForEnd(id);
  const text = await here.readOutput(id, 'a');
  assert.equal(end, { all: ['success', { a: 'success' }] }, JSON.stringify(text));
  assert.match(text['Prepare']!, /Its steps run in containers .*; isolation: docker \(podman, image slipway-test:1\), network full\.\n$/);
  assert.match(text['Save']!, /was kept: \d+ bytes/);
  assert.match(text['Artifacts']!, '1 artifacts were kept');
  assert.match(text['Where']!, /\/home\/project\/new\/folder\ntmp\nd\n[3-9]\n\.\n$/);
  assert.is(text['Halt'], 'hello a\nThe job ends after this step.\n');
});

test('a job runs in its first image, and its output says that others are not started', async ({ here }) => {
  const id = await startJob(
    here,
    `docker: [{ image: '${otherImage}' }, { image: 'postgres:17' }]`,
    '[{ run: { name: Which, command: "echo $WHICH; echo $PATH" } }]',
  );
  assert.equal(await here.waitForEnd(id), { all: ['success', { a: 'success' }] });
  const text = await here.readOutput(id, 'a');
  assert.match(
    text['Prepare']!,
    /isolation: docker \(podman, image slipway-test-other:1\), network full\. Images beside the first are not started: postgres:17\.\n$/,
  );
  assert.match(text['Which']!, /^other\n\S+\/bin:.*:\/opt\/tools:\/usr\/bin\n$/);
});

for (const [image, message] of [
  [
    'missing/tools:1',
    'podman does not have the image missing/tools:1 on this machine, and nothing pulls it: use `podman pull missing/tools:1`',
  ],
  ['--privileged', "'--privileged' is not the name of an image"],
] as const)
  test(`a job of the image ${image} fails with what is missing, and nothing is started`, async ({ here }) => {
    const id = await startJob(here, `docker: [{ image: '${image}' }]`, '[{ run: echo never }]');
    assert.equal(await here.waitForEnd(id), { all: ['failed', { a: 'infrastructure_fail' }] });
    const { id: job } = await here.job(id, 'a');
    const { messages } = (await here.store.read((view) => view.get<{ messages: unknown }>('ci-jobs', job)))!.body;
    assert.equal(messages, [{ type: 'error', message, reason: 'infrastructure_fail' }]);
  });

test('a background step is there until the job ends, and its container is gone after it', async ({ here }) => {
  const id = await startJob(
    here,
    'machine: true',
    '[{ run: { background: true, command: ": > ~/begun; sleep 100" } }, ' +
      '{ run: "i=0; while [ ! -e ~/begun ] && [ $i -lt 100 ]; do sleep 0.1; i=$((i+1)); done; [ -e ~/begun ]" }]',
  );
  assert.equal(await here.waitForEnd(id), { all: ['success', { a: 'success' }] });
  assert.equal(
    podman('ps', '--all', '--format', '{{.Names}}')
      .split('\n')
      .filter((name) => name.startsWith('slipway.') && !/\.test\./.test(name)),
    [],
  );
});

all.run();
