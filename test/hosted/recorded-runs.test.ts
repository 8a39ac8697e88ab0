/**
 * What the engines say in workspaces of remote execution, and what satisfied them: recorded conversations are replayed against runs that
 * follow a script of the same story. Skipped where the recordings are absent.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openService } from '../../service/src/start.ts';
import { schedule } from '../support/scale.ts';
import { skipWithReason } from '../support/skip.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import {
  hasRecordings,
  insertExchanges,
  type Insertion,
  listDifferences,
  readExchanges,
  recordings,
  replay,
} from './support/recordings.ts';
// watchdog: 600 s

const suiteOf = suite('recorded runs of the engines');
const test = hasRecordings ? suiteOf : skipWithReason(suiteOf, 'the recordings are not beside this checkout');

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
const readRun = /GET \/api\/v2\/runs\/\{\{run:1\}\}$/;
const act = (action: string): Insertion => ({
  before: readRun,
  nth: 2,
  request: `POST /api/v2/runs/{{run:1}}/actions/${action}`,
  body: {},
});
/** Milliseconds in each status, in stories that go on when the clock is moved. */
const standing = 3_600_000;
const move = (before: RegExp, nth: number, statuses: number): readonly Insertion[] => [
  { before, nth, request: 'POST /_local/clock', body: { move: statuses * standing } },
  { before, nth, request: 'POST /_local/move' },
];
/** What others do, or time does, in stories in which it matters. */
const insertions: { readonly [story: string]: readonly Insertion[] } = {
  'confirmed-elsewhere': [act('apply')],
  'discarded-elsewhere': [act('discard')],
  'interrupt-while-planning': move(readRun, 1, 1),
  'interrupt-while-applying': move(readRun, 1, 4),
  'pending-queue': move(readRun, 2, 10),
};
const storyOf = (file: string): string => file.split('.')[3]!;
const stands = (file: string): boolean => /^(interrupt|pending)-/.test(storyOf(file));
/**
 * What a specification or the vendor's document contradicts: a run that only plans does not hold the workspace, and is not its current run
 * (remote runs, 6); a JSON plan is at another address (getPlanJSONOutput); a run whose policies were overridden is `policy_checked`
 * (remote runs, 4).
 */
const contradicted: readonly RegExp[] = [
  /relationships\.current-run\.data is null, recorded object$/,
  /json-output — status 307, recorded 200$/,
  /is "policy_checked", recorded "planned"$/,
];
const isContradicted = (line: string): boolean => contradicted.some((pattern) => pattern.test(line));

/** The plan that the recording shows, so that its changes have the same shape. */
const findPlan = (file: string): object => {
  const shown = readExchanges(file).find(({ request }) => request.path.endsWith('json-output-redacted'))?.response?.body;
  if (!shown) return {};
  const { plan_format_version: format, provider_format_version: schemaFormat, provider_schemas: schemas, ...plan } = shown;
  return { json: { format_version: format, ...plan }, schemas: { format_version: schemaFormat, provider_schemas: schemas } };
};

const folder = temporaryFolder();
type Service = Awaited<ReturnType<typeof openService>>;
const start = (milliseconds: number): Promise<Service> =>
  openService({
    store: 'memory',
    seed: join(recordings, 'seed-workspaces.yaml'),
    dialect: 'hosted',
    test: true,
    settings: { engineVersions: ['1.11.4', '1.12.6', '1.15.9'], runStatusMilliseconds: milliseconds },
  });

const startRun = /POST \/api\/v2\/runs$/;
/** A story with the script of its run, if it starts one. */
const prepare = (file: string): string => {
  const starts = readExchanges(file).some(({ request }) => startRun.test(`${request.method} ${request.path}`));
  const body = { workspace: '{{ws:1}}', ...scripts[storyOf(file)], plan: { additions: 3, ...findPlan(file) } };
  const script = { before: startRun, request: 'POST /_local/run-outcome', body };
  return insertExchanges(folder, file, [...(starts ? [script] : []), ...(insertions[storyOf(file)] ?? [])]);
};
/** The differences of stories from their recordings, one after the other on one service. */
const playStories = async (files: readonly string[], milliseconds: number): Promise<readonly string[]> => {
  const service = await start(milliseconds);
  try {
    const told = await replay(service.address, files.map(prepare), 8);
    assert.is([...told.matchAll(/exchanges as recorded: /g)].length, files.length, told);
    return listDifferences(told).filter((line) => !isContradicted(line));
  } finally {
    await service.close();
  }
};

const all = hasRecordings ? readdirSync(join(recordings, 'engine-cloud')).filter((file) => file.includes('.run.')) : [];
const stories = all.filter((file) => schedule(/^terraform/, /./).test(file)).map((file) => `engine-cloud/${file}`);

test('there are stories', () => {
  assert.ok(stories.length >= 58);
});
test('stories whose runs move by themselves', async () => {
  const moving = stories.filter((file) => !stands(file));
  // Replays mostly wait: several at a time.
  const lanes = 6;
  const told = await Promise.all(
    Array.from({ length: lanes }, (_, lane) =>
      playStories(
        moving.filter((_file, index) => index % lanes === lane),
        50,
      ),
    ),
  );
  assert.equal(told.flat(), []);
});
for (const file of stories.filter(stands))
  test(file.replace('.ndjson', ''), async () => {
    assert.equal(await playStories([file], standing), []);
  });

/** What an exchange asks and hears, without names, versions and sizes. */
const shapesOf = (file: string): readonly string[] =>
  readExchanges(`engine-cloud/${file}`).map(({ request, response }) => {
    const text = JSON.stringify([request, response?.status, Object.keys(response?.body?.data?.attributes ?? {})]);
    return text
      .replaceAll('tofu', 'terraform')
      .replaceAll('1.12.6', '1.15.9')
      .replaceAll(/"binary":\d+|offset=\d+|limit=\d+/g, '');
  });
// So the short schedule replays one engine only.
test('OpenTofu asks nothing that Terraform does not ask in the same order', () => {
  for (const file of all.filter((name) => name.startsWith('tofu'))) {
    const asked = shapesOf(file.replace('tofu', 'terraform'));
    let at = 0;
    for (const shape of shapesOf(file)) {
      at = asked.indexOf(shape, at) + 1;
      assert.ok(at > 0, `${file}: ${shape}`);
    }
  }
});

suiteOf.run();
