/** Containers that a piece of work or a runner left are removed, by a client that records its calls. */
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { cleanUpAfterLostRunners } from '../../../../src/runner/clean-up-after-lost-runners.ts';
import { endProcesses } from '../../../../src/runner/end-processes.ts';
import type { Isolation } from '../../../../src/runner/isolation/isolation.ts';
import { openJobsFolder } from '../../../../src/runner/jobs-folder.ts';
import { createAdjustableClock } from '../../../../src/http/clock.ts';
import { defaultSettings } from '../../../../src/http/settings.ts';
import { openStore } from '../../../../src/store/open-store.ts';
import { temporaryFolder } from '@slipway/test-support/temporary-folder';
import { createFakeClient, type FakeAnswers, type FakeClient } from './fake-client.ts';
import { serviceListeners } from '../../../../src/service.ts';

const test = suite('containers that were left');

const isolationOf = ({ program }: FakeClient): Isolation => ({
  kind: 'docker',
  program,
  network: { kind: 'none' },
  reads: [],
  hides: [],
  container: { image: 'tools:1', identity: [], memoryOptions: 'rw' },
});
const removedBy = (client: FakeClient): readonly string[] =>
  client
    .calls()
    .filter(({ argv }) => argv[0] === 'rm')
    .map(({ argv }) => argv[2]!);
const none = { folders: [], limited: undefined };

test('by a piece of work are removed at its end', async () => {
  const client = createFakeClient({ ps: ['slipway.f.r.w.0.1', 'slipway.f.r.v.2'] });
  const reports: string[] = [];
  await endProcesses({ cgroups: none, mark: 'f/r/w' }, isolationOf(client), (words) => reports.push(words));
  assert.equal(removedBy(client), ['slipway.f.r.w.0.1']);
  assert.equal(reports, []);
});

test('that cannot be removed are reported', async () => {
  for (const [answers, message] of [
    [{ failures: { ps: 'Cannot connect to the Docker daemon' } }, 'containers could not be listed: Cannot connect to the Docker daemon'],
    [{ ps: ['slipway.f.r.w.1'], failures: { rm: 'device busy' } }, 'the container slipway.f.r.w.1 could not be removed: device busy'],
  ] as const satisfies readonly (readonly [FakeAnswers, string])[]) {
    const reports: string[] = [];
    await endProcesses({ cgroups: none, mark: 'f/r/w' }, isolationOf(createFakeClient(answers)), (words, error) =>
      reports.push(`${words}: ${(error as Error).message}`),
    );
    assert.equal(reports, [`ending the processes of a job: ${message}`]);
  }
});

test('by a runner that is gone are removed by another one; its own, and those of runners elsewhere, stay', async () => {
  const folder = await openJobsFolder(join(temporaryFolder(), 'jobs'));
  mkdirSync(join(folder.work, 'gone/w'), { recursive: true });
  mkdirSync(join(folder.work, 'own'));
  const name = (runner: string): string => `slipway.${folder.id}.${runner}.w.1`;
  const client = createFakeClient({ ps: [name('gone'), name('own'), name('elsewhere'), 'slipway.other.gone.w.1'] });
  const store = await openStore('memory');
  const report = (words: string, error: unknown): void => assert.unreachable(`${words}: ${String(error)}`);
  const dependencies = { store, clock: createAdjustableClock(), settings: () => defaultSettings, listeners: serviceListeners, report };
  const cgroups = { processes: undefined, memory: undefined };
  await cleanUpAfterLostRunners({ id: 'own', dependencies, cgroups, options: { isolation: isolationOf(client) } }, [], folder, true);
  assert.equal(removedBy(client), [name('gone')]);
  assert.equal(readdirSync(folder.work), ['own']);
  await store.close();
});

test.run();
