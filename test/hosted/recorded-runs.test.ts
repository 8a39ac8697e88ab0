/**
 * What the engines say in workspaces of remote execution, and what satisfied them: recorded conversations are replayed against runs that
 * follow a script of the same story. Skipped where the recordings are absent.
 */
import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { startService } from '../../src/service/start.ts';
import { skipWithReason } from '../support/skip.ts';
// watchdog: 600 s

const recorded = join(import.meta.dirname, '..', '..', '..', 'shared', 'data', 'recorded');
const folder = join(recorded, 'engine-cloud');
const isThere = existsSync(join(recorded, 'replay.mjs'));
const suiteOf = suite('recorded runs of the engines');
const test = isThere ? suiteOf : skipWithReason(suiteOf, 'the recordings are not beside this checkout');
const token = 'given-token-for-replay';

/** What the next run becomes, by the name of the story; a story that is absent has a run that succeeds. */
const scripts: { readonly [story: string]: object } = {
  'apply-fails': { outcome: 'apply-errored' },
  'apply-no-changes': { outcome: 'no-changes' },
  'plan-fails': { outcome: 'plan-errored' },
  'policy-passed': { policyChecks: [{ status: 'passed', output: 'Sentinel Result: true' }] },
  'policy-soft-failed-override': { policyChecks: [{ status: 'soft_failed', output: 'Sentinel Result: false' }] },
  'policy-hard-failed': { policyChecks: [{ status: 'hard_failed', output: 'Sentinel Result: false' }] },
  'cost-estimate': { cost: { resources: 3, matched: 2, unmatched: 1, prior: '7.5', proposed: '20.0', delta: '12.5' } },
  'task-stage': { taskStages: [{ stage: 'post_plan', results: [{ name: 'scan', message: 'all fine', url: 'https://x' }] }] },
  'run-event-warning': { events: [{ action: 'changed_policy_enforcements', description: 'the enforcement of one policy has changed' }] },
};
/** Stories in which somebody else acts, or the run hesitates, which a replay does not. */
const untold = /interrupt-|elsewhere|pending-queue/;
/**
 * What the recordings have otherwise than the specification (a run that only plans does not hold the workspace: it is not its current
 * run) or the vendor's document (JSON plans are elsewhere,
 * and a run whose policies were overridden is `policy_checked`).
 */
const contradicted: readonly RegExp[] = [
  /relationships\.current-run\.data is null, recorded object$/,
  /json-output — status 307, recorded 200$/,
  /is "policy_checked", recorded "planned"$/,
];
const isContradicted = (line: string): boolean => contradicted.some((pattern) => pattern.test(line));

/** The plan that the recording shows, so that its changes have the same shape. */
const findPlan = (file: string): object => {
  for (const line of readFileSync(join(folder, file), 'utf8').split('\n').filter(Boolean)) {
    const { request, response } = JSON.parse(line);
    if (!request.path.endsWith('json-output-redacted')) continue;
    const { plan_format_version: format, provider_format_version: schemaFormat, provider_schemas: schemas, ...plan } = response.body;
    return { json: { format_version: format, ...plan }, schemas: { format_version: schemaFormat, provider_schemas: schemas } };
  }
  return {};
};

const replay = (address: string, file: string): Promise<string> =>
  new Promise((done) => {
    const args = [join(recorded, 'replay.mjs'), address, token, join(folder, file), '--wait', '8'];
    execFile(process.execPath, args, (_error, stdout) => done(stdout));
  });

const stories = isThere ? readdirSync(folder).filter((file) => file.startsWith('terraform.run.cloud.') && !untold.test(file)) : [];
/** The differences of one story from its recording, on a service of its own. */
const playStory = async (file: string): Promise<readonly string[]> => {
  const service = await startService({
    store: 'memory',
    seed: join(recorded, 'seed-workspaces.yaml'),
    dialect: 'hosted',
    test: true,
    settings: { engineVersions: ['1.11.4', '1.12.6', '1.15.9'], runStatusMilliseconds: 150 },
  });
  try {
    const response = await fetch(`${service.address}/_local/run-outcome`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...scripts[file.split('.')[3]!], plan: { additions: 3, ...findPlan(file) } }),
    });
    if (response.status !== 201) return [await response.text()];
    const told = await replay(service.address, file);
    const lines = told.split('\n').filter((line) => line.startsWith('NO ') && !isContradicted(line));
    return told.includes('exchanges as recorded') ? lines : ['the player told nothing'];
  } finally {
    await service.close();
  }
};

/** Replays mostly wait: several at a time. */
const lanes: Promise<unknown>[] = Array.from({ length: 6 }, () => Promise.resolve());
const played = new Map<string, Promise<readonly string[]>>();
for (const [index, file] of stories.entries()) {
  const story = lanes[index % lanes.length]!.then(() => playStory(file).catch((error: unknown) => [String(error)]));
  lanes[index % lanes.length] = story;
  played.set(file, story);
}
test('there are stories', () => {
  assert.ok(stories.length > 20);
});
for (const file of stories)
  test(file.replace('.ndjson', ''), async () => {
    assert.equal(await played.get(file), []);
  });

suiteOf.run();
