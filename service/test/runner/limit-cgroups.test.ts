import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { countMemoryKills, countRefusedProcesses, limitMemory, limitProcesses, listLimitBases } from '../../src/runner/limit-cgroups.ts';
import { startProcess } from '../../src/runner/start-process.ts';
import { endCgroup } from '../../src/runner/cgroups.ts';
import { createWorkCgroups, findCgroupBases } from '../../src/runner/work-cgroups.ts';
import { skipWithReason } from '@slipway/test-support/skip';
import { temporaryFolder } from '@slipway/test-support/temporary-folder';

const test = suite('the memory of all processes of a piece of work');
const bases = await findCgroupBases(true);
const real = bases.memory === undefined ? skipWithReason(test, 'this process may create no cgroup with a memory limit') : test;

/** A hierarchy of version 2 as files: the process is in `unit/service`. */
const startVersion2 = (controllers: string) => {
  const top = temporaryFolder();
  mkdirSync(join(top, 'unit/service'), { recursive: true });
  for (const folder of ['unit', 'unit/service']) writeFileSync(join(top, folder, 'cgroup.subtree_control'), '');
  writeFileSync(join(top, 'unit/cgroup.subtree_control'), controllers);
  const texts = { cgroup: '0::/unit/service\n', mountinfo: `35 24 0:30 / ${top} rw - cgroup2 cgroup2 rw\n` };
  return { top, texts };
};

test('version 2: below or beside the own group, where groups are given the memory controller', async () => {
  const delegated = startVersion2('cpu memory pids\n');
  assert.equal(await listLimitBases(delegated.texts, 'memory', false), [{ folder: join(delegated.top, 'unit'), version: 2 }]);
  const other = startVersion2('cpu pids\n');
  assert.equal(await listLimitBases(other.texts, 'memory', false), []);
  assert.equal(readFileSync(join(other.top, 'unit/cgroup.subtree_control'), 'utf8'), 'cpu pids\n', 'nothing is changed');
  // A file takes the words as they are; the kernel would add the controller to those that are there.
  assert.equal(await listLimitBases(other.texts, 'memory', true), [
    { folder: join(other.top, 'unit/service'), version: 2 },
    { folder: join(other.top, 'unit'), version: 2 },
  ]);
  assert.is(readFileSync(join(other.top, 'unit/cgroup.subtree_control'), 'utf8'), '+memory');
});

test('version 2: the folder above what is visible is nobody’s to use', async () => {
  const top = temporaryFolder({ 'cgroup.subtree_control': '' });
  const texts = { cgroup: '0::/\n', mountinfo: `35 24 0:30 / ${top} rw - cgroup2 cgroup2 rw\n` };
  assert.equal(await listLimitBases(texts, 'memory', false), []);
});

test('version 1: below the own group of the memory controller', async () => {
  const texts = {
    cgroup: '8:pids:/a\n4:memory:/b\n0::/\n',
    mountinfo:
      '36 25 0:31 / /sys/fs/cgroup/pids rw,relatime - cgroup cgroup rw,pids\n' +
      '37 25 0:32 / /sys/fs/cgroup/memory rw,relatime - cgroup cgroup rw,memory\n',
  };
  assert.equal(await listLimitBases(texts, 'memory', true), [{ folder: '/sys/fs/cgroup/memory/b', version: 1 }]);
});

test('what is written to a group, and what it says of ended processes', async () => {
  const second = temporaryFolder({ 'memory.max': 'max\n', 'memory.swap.max': 'max\n', 'memory.oom.group': '0\n' });
  await limitMemory(second, 2, 300_000_000);
  assert.equal(
    ['memory.max', 'memory.swap.max', 'memory.oom.group'].map((name) => readFileSync(join(second, name), 'utf8')[0]),
    ['3', '0', '1'],
  );
  // Without swap there is no such file.
  await limitMemory(temporaryFolder({ 'memory.limit_in_bytes': '' }), 1, 300_000_000);
  assert.is(
    await limitMemory(temporaryFolder(), 2, 1).then(
      () => 'limited',
      ({ code }) => code,
    ),
    'ENOENT',
  );
  const texts: readonly Readonly<Record<string, string>>[] = [
    { 'memory.events': 'low 0\nhigh 0\nmax 31\noom 2\noom_kill 2\noom_group_kill 1\n' },
    { 'memory.oom_control': 'oom_kill_disable 0\nunder_oom 0\noom_kill 1\n' },
    {},
  ];
  const counts = await Promise.all(texts.map((files) => countMemoryKills(temporaryFolder(files))));
  assert.equal(counts, [2, 1, 0]);
});

test('what is written to a group that limits processes, and what it says of those that were refused', async () => {
  const group = temporaryFolder({ 'pids.max': 'max\n' });
  await limitProcesses(group, 4096);
  assert.is(readFileSync(join(group, 'pids.max'), 'utf8'), '4096');
  assert.is(
    await limitProcesses(temporaryFolder(), 4096).then(
      () => 'limited',
      ({ code }) => code,
    ),
    'ENOENT',
  );
  const texts: readonly Readonly<Record<string, string>>[] = [{ 'pids.events': 'max 3\n' }, { 'pids.events': 'max 0\n' }, {}];
  assert.equal(await Promise.all(texts.map((files) => countRefusedProcesses(temporaryFolder(files)))), [3, 0, 0]);
});

test('version 2 gives both controllers to the same groups; version 1 has a hierarchy for each', async () => {
  const delegated = startVersion2('cpu memory pids\n');
  assert.equal(await listLimitBases(delegated.texts, 'pids', false), [{ folder: join(delegated.top, 'unit'), version: 2 }]);
  const texts = {
    cgroup: '8:pids:/a\n4:memory:/b\n0::/\n',
    mountinfo: '36 25 0:31 / /sys/fs/cgroup/pids rw,relatime - cgroup cgroup rw,pids\n',
  };
  assert.equal(await listLimitBases(texts, 'pids', true), [{ folder: '/sys/fs/cgroup/pids/a', version: 1 }]);
});

real('processes that need more together than their work may use are ended, though each needs less', async () => {
  const cgroups = await createWorkCgroups(bases, `test-memory-${process.pid}`, { memory: 200 * 1024 * 1024 });
  const hungry = `const all = []; for (let i = 0; i < 90; i++) all.push(Buffer.alloc(1e6, 1)); setTimeout(() => console.log('held'), 500)`;
  const output: string[] = [];
  const start = (count: number) =>
    startProcess(
      {
        argv: ['/bin/sh', '-c', `for i in $(seq ${count}); do "$0" -e "$1" & done; wait`, process.execPath, hungry],
        folder: '/',
        environment: {},
        cgroups: cgroups.folders,
      },
      async (chunk) => void output.push(chunk.toString()),
    );
  await start(1).exit;
  assert.equal([output.join(''), await countMemoryKills(cgroups.limited!)], ['held\n', 0]);
  await start(3).exit;
  assert.ok((await countMemoryKills(cgroups.limited!)) > 0);
  assert.ok(output.join('') !== 'held\nheld\nheld\nheld\n');
  for (const folder of cgroups.folders) await endCgroup(folder);
});

test.run();
