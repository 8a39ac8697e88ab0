// watchdog: 300 s
/**
 * A folder that is bound into a sandbox is of the operator's choice: the command line or a seed names it, and no request does. Every text
 * of every endpoint is sent as a path of this machine; then what is stored is searched for the paths that jobs may read.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { startProcess } from '@slipway/test-support/service-processes';
import { fillBody, fillPath } from './fuzz/fill-path.ts';
import { type FuzzedService, serviceEndpoints, startFuzzedService } from './fuzz/fuzzed-service.ts';
import type { FuzzEndpoint } from './fuzz/fuzz-request.ts';
import { secrets } from './fuzz/seed.ts';
import { sendRaw } from './fuzz/socket.ts';
import { listMemberPaths, placeValue } from './repeated-secrets/sealed-paths.ts';

const folder = join(import.meta.dirname, '../../src');
const listFiles = (pattern: RegExp): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && pattern.test(readFileSync(join(folder, file), 'utf8')))
    .map((file) => file.replaceAll('\\', '/'))
    .sort();

const law = suite('paths that are bound into sandboxes');

law('only commands of these files bind paths to read, and only a seed stores where a repository is', () => {
  const starters = /^(?:runner|ci\/runner|workspaces\/runs\/engine)\//;
  const binders = listFiles(/\breads: (?!readonly)/).filter((file) => starters.test(file));
  assert.equal(binders, [
    'ci/runner/steps/archives.ts',
    'ci/runner/steps/checkout.ts',
    'runner/isolation/docker/try-docker.ts',
    'runner/isolation/docker/wrap-in-container.ts',
    'runner/isolation/wrap-command.ts',
    'workspaces/runs/engine/run-sandbox.ts',
  ]);
  assert.equal(listFiles(/kind: 'ci-repositories'/), ['seed/ci/seed-deployments.ts']);
});

const path = '/etc/canary-of-a-path';
const more = { path, repository: path, repository_path: path, 'repositories-path': path };
/** The document with these members beside those that it has, in each of its objects. */
const addMembers = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(addMembers);
  if (typeof value !== 'object' || value === null) return value;
  return { ...Object.fromEntries(Object.entries(value).map(([name, one]) => [name, addMembers(one)])), ...more };
};

const send = async (service: FuzzedService, row: FuzzEndpoint, body: unknown): Promise<number> => {
  const nothing = { method: undefined, places: [0, 0, 0, 0, 0, 0], odd: [], query: {}, rawQuery: undefined, changes: [], keep: true };
  const asked = { ...nothing, row, body: Buffer.from(JSON.stringify(body)), token: secrets[0], carried: 99, type: undefined, extra: [] };
  return (await sendRaw(service.port, fillPath({ ...asked, manner: 'whole' }, service.pools(row.service)), 30_000))?.status ?? 0;
};

/** Bodies of the stored records of a kind. */
const listBodies = (state: string, kind: string): readonly any[] =>
  state
    .split('\n')
    .filter((line) => line.includes(`"${kind}"`))
    .map((line) => JSON.parse(line).row)
    .filter((record) => record.kind === kind)
    .map(({ body }) => body);

law('no request names a folder of this machine that a job reads', async () => {
  let address = '';
  const service = await startFuzzedService(async (...args) => {
    const started = await startProcess(...args, '--dialect', 'hosted');
    ({ address } = started);
    return started;
  });
  try {
    const texts = listMemberPaths('ci', 'hosted');
    let accepted = 0;
    for (const row of serviceEndpoints.filter((one) => one.service === 'ci' && one.body !== undefined)) {
      const body = fillBody(row.body, service.pools('ci'), 0);
      const bodies = [body, addMembers(body), ...(texts.get(row.row)?.texts ?? []).map((member) => placeValue(body, member, path))];
      for (const one of bodies) if ((await send(service, row, one)) < 300) accepted++;
    }
    assert.ok(accepted > 30, `${accepted} requests were accepted`);
    const state = await (await fetch(`${address}/_local/state`)).text();
    assert.match(state, path, 'the path was stored somewhere');
    const repositories = listBodies(state, 'ci-repositories');
    assert.equal(
      repositories.map((one) => one.path),
      [null],
    );
    const pipelines = listBodies(state, 'ci-pipelines');
    assert.ok(pipelines.length > 1, `${pipelines.length} pipelines`);
    assert.equal(
      pipelines.filter(({ vcs }) => vcs.repository !== undefined),
      [],
    );
  } finally {
    await service.stop();
  }
});

law.run();
