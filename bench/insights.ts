/**
 * The insights over 100,000 workflow runs (300,000 job runs, 200,000 test results) of one project, on SQLite on disk:
 * `tsx bench/insights.ts`. `SLIPWAY_BENCH_POSTGRES=postgres://…` measures them on an empty database as well.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAdjustableClock } from '../service/src/http/clock.ts';
import type { Clock } from '../service/src/http/route.ts';
import type { CiOrganization } from '../service/src/ci/organizations/organization-records.ts';
import { newId } from '../service/src/store/new-id.ts';
import { toFetch, createService, serviceListeners } from '../service/src/service.ts';
import { openStore } from '../service/src/store/open-store.ts';
import type { Store } from '../service/src/store/store.ts';
import { createOrganization, createApiToken, createUser } from '../service/src/workspaces/organizations/bootstrap.ts';
import { runStandalone } from './parts/run-standalone.ts';
import { type Figure, type Measure, median, quantile } from './parts/figure.ts';
import { insertRuns } from './parts/insert-runs.ts';

const runs = 100_000;
const rounds = 100;
const now = Date.UTC(2026, 4, 1, 12);

/** Paths below `/insights/`, with the widest query that each endpoint accepts. */
const insightPaths = {
  'project summary': 'pages/{slug}/summary',
  'organization summary': '{org}/summary',
  branches: '{slug}/branches',
  workflows: '{slug}/workflows?all-branches=true',
  runs: '{slug}/workflows/build?all-branches=true',
  'jobs of a workflow': '{slug}/workflows/build/jobs?all-branches=true',
  'workflow summary': '{slug}/workflows/build/summary?all-branches=true',
  'time series': 'time-series/{slug}/workflows/build/jobs',
  'flaky tests': '{slug}/flaky-tests',
  'test metrics': '{slug}/workflows/build/test-metrics',
} as const;

type Client = (method: string, path: string, body?: object) => Promise<any>;

const createClient =
  (fetch: (request: Request) => Promise<Response>): Client =>
  async (method, path, body) => {
    const response = await fetch(
      new Request(`http://slipway.test/api/v2${path}`, {
        method,
        headers: { 'ci-token': 'token', 'content-type': 'application/json' },
        ...(body ? { body: JSON.stringify(body) } : {}),
      }),
    );
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return response.json();
  };

/** An organization `acme` with one user and the token that the client sends; returns its ID at the CI service. */
const createOwner = async (store: Store, clock: Clock): Promise<string> => {
  const context = { clock, newId, listeners: serviceListeners };
  await store.write(async (tx) => {
    const owner = await createUser(tx, context, { name: 'olivia' });
    await createOrganization(tx, context, { name: 'acme', email: '', owners: [owner.id] });
    await createApiToken(tx, context, { secret: 'token', owner: { kind: 'user', id: owner.id } });
  });
  return (await store.read((view) => view.getByKey<CiOrganization>('ci-organizations', '', 'acme')))!.id;
};

/** Milliseconds of each round; one more round before them is not counted. */
const timeRequests = async (request: Client, path: string): Promise<readonly number[]> => {
  const times: number[] = [];
  for (let round = 0; round <= rounds; round++) {
    const began = performance.now();
    await request('GET', path);
    if (round > 0) times.push(performance.now() - began);
  }
  return times;
};

const measureInsights = async (
  request: Client,
  project: { readonly slug: string; readonly organization_slug: string },
  database: string,
  progress: (words: string) => void,
): Promise<readonly Figure[]> => {
  const figures: Figure[] = [];
  for (const [endpoint, path] of Object.entries(insightPaths)) {
    const times = await timeRequests(
      request,
      `/insights/${path.replace('{slug}', project.slug).replace('{org}', project.organization_slug)}`,
    );
    progress(`${database}: ${endpoint}: p50 ${median(times).toFixed(1)} ms, p99 ${quantile(times, 0.99).toFixed(1)} ms`);
    figures.push({
      title: `insights over 100,000 runs, ${database}: ${endpoint}: p99`,
      unit: 'ms',
      samples: [quantile(times, 0.99)],
      target: { atMost: 200 },
      explanation: 'the database counts every run of the window',
    });
  }
  return figures;
};

const measureOn = async (target: string, database: string, progress: (words: string) => void): Promise<readonly Figure[]> => {
  const store = await openStore(target),
    clock = createAdjustableClock();
  clock.freeze(new Date(now));
  try {
    const organization = await createOwner(store, clock);
    const service = createService({ store, clock, settings: {}, dialect: 'neutral', control: { test: false } });
    const request = createClient(toFetch(service.handle));
    const project = await request('POST', `/organization/${organization}/project`, { name: 'web' });
    await insertRuns(store, { organization, project: project.id, now, runs });
    progress(`${database}: ${runs} runs are there`);
    return await measureInsights(request, project, database, progress);
  } finally {
    await store.close();
  }
};

export const measure: Measure = async (progress) => {
  const folder = mkdtempSync(join(tmpdir(), 'slipway-bench-insights-'));
  try {
    const postgres = process.env['SLIPWAY_BENCH_POSTGRES'];
    return [
      ...(await measureOn(join(folder, 'data'), 'SQLite', progress)),
      ...(postgres ? await measureOn(postgres, 'PostgreSQL', progress) : []),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

await runStandalone(import.meta, measure);
