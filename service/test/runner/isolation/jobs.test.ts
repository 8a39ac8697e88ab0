/** Jobs of the CI service in bubblewrap: their steps work as without, and the runner hands out nothing that they may not see. */
// watchdog: 150 s
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { temporaryFolder } from '@slipway/test-support/temporary-folder';
import { createRepository, type RunnerTest, startRunnerTest } from '../support.ts';
import { findBubblewrap, isolated } from './sandboxed.ts';

const all = suite<{ here: RunnerTest }>('jobs in bubblewrap');
const { isolation } = await findBubblewrap({ kind: 'full' });
const test = isolated(all);
if (isolation) {
  all.before.each(async (context) => {
    context.here = await startRunnerTest({ isolation });
  });
  all.after.each(async (context) => {
    await context.here.close();
  });
}

test('steps, caches, workspaces, artifacts, tests and the program circleci work', async ({ here }) => {
  const report = "<testsuite><testcase name='t' classname='c' file='f' time='1'/></testsuite>";
  const id = await here.startSteps({
    a:
      '[{ run: "echo L > lock; mkdir -p deps out; echo d > deps/d; echo o > out/o; echo tmp > /tmp/log" }, ' +
      `{ run: { command: "echo \\"${report}\\" > report.xml" } }, ` +
      '{ save_cache: { name: Save, key: "v1-{{ checksum \\"lock\\" }}", paths: [deps] } }, ' +
      '{ persist_to_workspace: { root: ., paths: ["out/*"] } }, ' +
      '{ store_artifacts: { name: Artifacts, path: /tmp/log } }, { store_test_results: { name: Tests, path: report.xml } }, ' +
      '{ run: { name: Where, working_directory: new/folder, command: "pwd; cat /tmp/log; ls -d /proc/[0-9]* | wc -l" } }, ' +
      '{ run: { name: Halt, command: "echo hello ${CI_JOB} | circleci env subst; circleci-agent step halt" } }]',
    b:
      '[{ restore_cache: { keys: [v1-] } }, { attach_workspace: { at: ws } }, ' +
      '{ run: { name: Look, command: "cat deps/d ws/out/o; ls /tmp/log" } }]',
  });
  assert.equal(await here.waitForEnd(id), { all: ['failed', { a: 'success', b: 'failed' }] });
  const text = await here.readOutput(id, 'a');
  assert.match(text['Prepare']!, /; isolation: bubblewrap, network full\.\n$/);
  assert.match(text['Save']!, /was kept: \d+ bytes/);
  assert.match(text['Artifacts']!, '1 artifacts were kept');
  assert.match(text['Tests']!, '1 tests, 0 of them failed');
  assert.match(text['Where']!, /\/home\/project\/new\/folder\ntmp\n[3-9]\n$/);
  assert.is(text['Halt'], 'hello a\nThe job ends after this step.\n');
  const look = (await here.readOutput(id, 'b'))['Look']!;
  assert.match(look, /^d\no\n.*cannot access '\/tmp\/log'/s, 'each job has a /tmp of its own');
});

test('a background step is there for the steps after it, and gone after the job', async ({ here }) => {
  const server =
    'require("http").createServer((q, r) => r.end("served"))' +
    '.listen(0, "127.0.0.1", function () { fs.writeFileSync("port", "" + this.address().port) })';
  const ask = 'fetch("http://127.0.0.1:" + fs.readFileSync("port")).then((r) => r.text()).then(console.log)';
  const id = await here.startSteps({
    a:
      `[{ run: { background: true, command: 'node -e ''${server}''' } }, ` +
      `{ run: { name: Ask, command: 'while [ ! -s port ]; do sleep 0.1; done; node -e ''${ask}''' } }]`,
  });
  assert.equal(await here.waitForEnd(id), { all: ['success', { a: 'success' }] });
  assert.is((await here.readOutput(id, 'a'))['Ask'], 'served\n');
});

test('a checkout reads the repository of its pipeline, which other steps do not see', async ({ here }) => {
  const folder = createRepository({
    '.ci/config.yml':
      'version: 2.1\njobs: { a: { docker: [{ image: x }], steps: [checkout, ' +
      '{ run: { name: Look, command: "git log --format=%s; ls -A; ls $(git remote get-url origin)" } }] } }\n' +
      'workflows: { all: { jobs: [a] } }\n',
    file: 'committed\n',
  });
  const body = { fullName: 'acme/web', defaultBranch: 'main', openSource: false, path: folder };
  const scope = here.org;
  await here.store.write((tx) => tx.insert({ id: 'repository', kind: 'ci-repositories', scope, key: '1', name: 'acme/web', body }));
  const project = await here.project('code');
  await here.definition(project.id);
  const id = (await here.ci(`POST /project/${project.slug}/pipeline/run`, {})).body.id;
  assert.equal(await here.waitForEnd(id), { all: ['failed', { a: 'failed' }] });
  assert.match((await here.readOutput(id, 'a'))['Look']!, /^first\n\.ci\n\.git\nfile\nls: cannot access .*: No such file or directory/);
});

test('what is not of the job is neither seen by its steps nor handed out by the runner', async ({ here }) => {
  const data = temporaryFolder();
  writeFileSync(join(data, 'slipway.key'), 'CANARY');
  mkdirSync(join(data, 'reports'));
  writeFileSync(join(data, 'reports/r.xml'), "<testsuite><testcase name='CANARY' classname='c'/></testsuite>");
  symlinkSync(data, join(data, 'link'));
  const always = 'when: always';
  const id = await here.startSteps({
    a:
      `[{ run: { name: Plant, command: 'ln -s ${data} link; ln -s ${data}/slipway.key key; cat key link/slipway.key || true' } }, ` +
      `{ store_artifacts: { name: File, path: ${data}/slipway.key } }, ` +
      '{ store_artifacts: { name: Key, path: key } }, { store_artifacts: { name: Link, path: link/slipway.key } }, ' +
      `{ store_test_results: { name: Tests, path: ${data}/reports } }, { store_test_results: { name: Reports, path: link/reports } }, ` +
      `{ save_cache: { name: Sum, ${always}, key: '{{ checksum "key" }}', paths: [.] } }, ` +
      `{ persist_to_workspace: { name: Persist, ${always}, root: ${data}, paths: [slipway.key] } }, ` +
      `{ run: { name: Folder, ${always}, working_directory: ${data}/new, command: pwd } }]`,
    // The names of scripts can be guessed.
    b:
      `[{ run: { name: Plant, command: 'for i in $(seq 1 200); do ln -s ${data}/slipway.key ` +
      `/tmp/step-$i.sh 2>/dev/null; done; true' } }, ` +
      '{ run: echo written through a link }]',
  });
  await here.waitForEnd(id);
  const text = await here.readOutput(id, 'a');
  assert.not.match(JSON.stringify(text), /CANARY/);
  assert.match(text['File']!, /^Nothing is at /);
  for (const name of ['Key', 'Link']) assert.match(text[name]!, '0 artifacts were kept');
  for (const name of ['Tests', 'Reports']) assert.match(text[name]!, 'No report (*.xml) is at');
  assert.match(text['Sum']!, 'which cannot be read');
  assert.match(text['Persist']!, "outside of the job's own folder");
  assert.equal((await import('node:fs')).readdirSync(data).sort(), ['link', 'reports', 'slipway.key']);
  assert.is((await import('node:fs')).readFileSync(join(data, 'slipway.key'), 'utf8'), 'CANARY');
});

all.run();
