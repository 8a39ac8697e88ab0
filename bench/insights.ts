/**
 * The insights over 100,000 workflow runs (300,000 job runs, 200,000 test results) of one project, on SQLite on disk:
 * `tsx bench/insights.ts`. `SLIPWAY_BENCH_POSTGRES=postgres://…` measures them on an empty database as well.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAdjustableClock } from '../src/service/http/clock.ts';
import type { CiOrganization } from '../src/service/ci/organizations/organization-records.ts';
import { newId } from '../src/service/store/new-id.ts';
import { toFetch, createService } from '../src/service/service.ts';
import { openStore } from '../src/service/store/open-store.ts';
import { createOrganization, createApiToken, createUser } from '../src/service/workspaces/organizations/bootstrap.ts';
import { runStandalone } from './parts/run-standalone.ts';
import { type Figure, type Measure, median, quantile } from './parts/figure.ts';
import { insertRuns } from './parts/insert-runs.ts';

const runs = 100_000;
const rounds = 100;
const now = Date.UTC(2026, 4, 1, 12);

/** Below `/insights/`; the widest question that each endpoint takes. */
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

const measureOn = async (target: string, words: string, progress: (words: string) => void): Promise<readonly Figure[]> => {
  const store = await openStore(target),
    clock = createAdjustableClock();
  clock.freeze(new Date(now));
  try {
    const making = { clock, newId };
    await store.write(async (tx) => {
      const owner = await createUser(tx, making, { name: 'olivia' });
      await createOrganization(tx, making, { name: 'acme', email: '', owners: [owner.id] });
      await createApiToken(tx, making, { secret: 'token', owner: { kind: 'user', id: owner.id } });
    });
    const fetch = toFetch(createService({ store, clock, settings: {}, dialect: 'neutral', control: { test: false } }).handle);
    const ask = async (method: string, path: string, body?: object): Promise<any> => {
      const answer = await fetch(
        new Request(`http://slipway.test/api/v2${path}`, {
          method,
          headers: { 'ci-token': 'token', 'content-type': 'application/json' },
          ...(body ? { body: JSON.stringify(body) } : {}),
        }),
      );
      if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
      return answer.json();
    };
    const organization = (await store.read((view) => view.getByKey<CiOrganization>('ci-organizations', '', 'acme')))!.id;
    const project = await ask('POST', `/organization/${organization}/project`, { name: 'web' });
    await insertRuns(store, { organization, project: project.id, now, runs });
    progress(`${words}: ${runs} runs are there`);
    const figures: Figure[] = [];
    for (const [what, path] of Object.entries(insightPaths)) {
      const whole = `/insights/${path.replace('{slug}', project.slug).replace('{org}', project.organization_slug)}`;
      const times: number[] = [];
      for (let round = 0; round <= rounds; round++) {
        const began = performance.now();
        await ask('GET', whole);
        if (round > 0) times.push(performance.now() - began);
      }
      progress(`${words}: ${what}: p50 ${median(times).toFixed(1)} ms, p99 ${quantile(times, 0.99).toFixed(1)} ms`);
      figures.push({
        title: `insights over 100,000 runs, ${words}: ${what}: p99`,
        unit: 'ms',
        samples: [quantile(times, 0.99)],
        target: { atMost: 200 },
        explanation: 'the database counts every run of the window',
      });
    }
    return figures;
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
