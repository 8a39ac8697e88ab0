// watchdog: 120 s
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { startRunnerTest, type RunnerTest } from './support.ts';

const archives = suite<{ here: RunnerTest }>('CI jobs that really run: caches and workspaces');
archives.before.each(async (context) => {
  context.here = await startRunnerTest();
});
archives.after.each(async (context) => {
  await context.here.close();
});

archives("a cache is kept once under a key, and found by its beginning; it is the project's own", async ({ here }) => {
  const save = (name: string) =>
    `{ save_cache: { name: ${name}, key: 'v1-{{ checksum "lock" }}-{{ .Branch }}-{{ .Environment.CI_JOB }}', paths: [deps, ~/tool] } }`;
  const id = await here.startSteps({
    a:
      `[{ run: "echo L > lock; mkdir deps ~/tool; echo d > deps/d; echo t > ~/tool/t" }, ${save('Save')}, ` +
      `${save('Again')}, { save_cache: { name: Outside, when: always, key: x, paths: [/etc] } }, ` +
      `{ save_cache: { name: Odd, when: always, key: "{{ .Nothing }}", paths: [deps] } }]`,
  });
  assert.equal(await here.waitForEnd(id), { all: ['failed', { a: 'failed' }] });
  const text = await here.readOutput(id, 'a');
  assert.match(text['Save']!, /^The cache v1-\S+-main-a was kept: \d+ bytes\.\n$/);
  assert.match(text['Again']!, /^There is a cache v1-\S+-main-a already; it stays\.\n$/);
  assert.is(text['Outside'], "/etc is outside of the job's own folder; what is cached lies in it.\n");
  assert.is(
    text['Odd'],
    'the key holds {{ .Nothing }}; expected checksum "file", .Branch, .Revision, .BuildNum, .Environment.NAME, epoch or arch.\n',
  );
  await here.store.write(async (tx) => {
    for (const { id: one } of (await tx.list({ kind: 'ci-configurations' })).records) await tx.delete('ci-configurations', one);
  });
  const project = (await here.ci('GET /project/gh/acme/web')).body.id;
  const again =
    `version: 2.1\n` +
    `jobs: { b: { docker: [{ image: x }], steps: [{ restore_cache: { name: Back, keys: ["no-such", "v1-"] } }, ` +
    `{ run: { name: Look, command: "cat deps/d ~/tool/t" } }] } }\nworkflows: { all: { jobs: [b] } }\n`;
  await here.store.write((tx) =>
    tx.insert({ id: 'again', kind: 'ci-configurations', scope: project, key: 'config', name: '', body: { text: again } }),
  );
  const second = await here.trigger();
  assert.equal(await here.waitForEnd(second), { all: ['success', { b: 'success' }] });
  const back = await here.readOutput(second, 'b');
  assert.match(back['Back']!, /^There is no cache no-such\.\nThe cache v1-\S+-main-a is restored\.\n$/);
  assert.is(back['Look'], 'd\nt\n');
});

archives('of several caches whose keys begin so, the newest is restored', async ({ here }) => {
  const save = (key: string): string => `{ run: "mkdir -p deps; echo ${key} > deps/d" }, { save_cache: { key: ${key}, paths: [deps] } }`;
  const id = await here.startSteps({
    a: `[${['v1-a', 'v1-c', 'v1-b', 'v2-a'].map(save).join(', ')}]`,
    b: '[{ restore_cache: { name: Back, keys: [v1-] } }, { run: { name: Look, command: "cat deps/d" } }]',
    c: '[{ restore_cache: { name: Back, keys: [v1-a] } }, { run: { name: Look, command: "cat deps/d" } }]',
  });
  await here.waitForEnd(id);
  assert.equal([(await here.readOutput(id, 'b'))['Look'], (await here.readOutput(id, 'c'))['Look']], ['v1-b\n', 'v1-a\n']);
});

archives('what jobs persist is attached by those that require them, the later over the earlier', async ({ here }) => {
  const id = await here.startSteps({
    a:
      '[{ run: "mkdir -p out/x; echo 1 > out/x/a.js; echo no > out/x/a.map; echo old > same" }, ' +
      '{ persist_to_workspace: { root: ., paths: ["out/*/*.js", same] } }]',
    b:
      '[{ attach_workspace: { at: ws } }, { run: "echo new > ws/same" }, ' +
      '{ persist_to_workspace: { root: ws, paths: same } }, ' +
      '{ persist_to_workspace: { name: Out, when: always, root: ws, paths: ["../x"] } }]',
    c: '[{ attach_workspace: { at: ~/in } }, { run: { name: Look, command: "cd ~/in; find . -type f | sort; cat same" } }]',
  });
  const statuses = await here.waitForEnd(id);
  assert.equal(statuses, { all: ['failed', { a: 'success', b: 'failed', c: 'not_run' }] });
  assert.match((await here.readOutput(id, 'b'))['Out']!, /^\.\.\/x leads out of \S+\.\n$/);
});

archives('a workspace comes through a job that has no part in it', async ({ here }) => {
  const persisted = (text: string) => `{ run: "echo ${text} > same" }, { persist_to_workspace: { root: ., paths: same } }`;
  const id = await here.startSteps({
    a: `[${persisted('old')}, { run: "echo only > a" }, { persist_to_workspace: { root: ., paths: a } }]`,
    b: `[${persisted('new')}]`,
    c: '[{ run: "true" }]',
    d: '[{ attach_workspace: { at: in } }, { run: { name: Look, command: "cat in/same in/a" } }]',
  });
  assert.equal((await here.waitForEnd(id)).all[0], 'success');
  assert.is((await here.readOutput(id, 'd'))['Look'], 'new\nonly\n');
});

archives('a workspace outlives a rerun from what failed', async ({ here }) => {
  const flag = `${here.folder}-flag`;
  const id = await here.startSteps({
    a: '[{ run: "echo 1 > one" }, { persist_to_workspace: { root: ., paths: one } }]',
    b: `[{ attach_workspace: { at: . } }, { run: { name: Look, command: "cat one; test -e ${flag} || { touch ${flag}; exit 1; }" } }]`,
  });
  assert.equal(await here.waitForEnd(id), { all: ['failed', { a: 'success', b: 'failed' }] });
  await here.ci(`POST /workflow/${(await here.ci(`GET /pipeline/${id}/workflow`)).body.items[0].id}/rerun`, { from_failed: true });
  await here.waitForEnd(id);
  assert.is((await here.readOutput(id, 'b'))['Look'], '1\n');
});

archives.run();
