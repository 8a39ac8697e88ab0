/**
 * From `POST /runs` until the plan of an empty configuration is there, in a service that executes runs, beside what the engine alone takes
 * for `init` and `plan` of the same folder: `tsx bench/engine-runs.ts`. Needs `npm run build`, and an engine.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { findEngine } from '../src/engine/find-engine.ts';
import { runEngine } from '../src/engine/run-engine.ts';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeTar } from '../service/src/workspaces/runs/plan-exports/write-tar.ts';
import { type Measure, median } from './parts/figure.ts';
import { cleanEnvironment } from './parts/environment.ts';
import { runStandalone } from './parts/run-standalone.ts';
import { serviceProcess, type ServiceProcess } from './parts/service-process.ts';

const rounds = 15;
const atMost = 1.5;
/** Milliseconds that isolation may cost a plan. */
const atMostIsolated = 20;

/** A workspace with an empty configuration. */
const createWorkspace = async ({ ask }: ServiceProcess): Promise<string> => {
  const attributes = { name: 'empty', 'execution-mode': 'remote' };
  const workspace = (await ask('POST', '/api/v2/organizations/acme/workspaces', { data: { type: 'workspaces', attributes } })).data.id;
  const version = await ask('POST', `/api/v2/workspaces/${workspace}/configuration-versions`, {
    data: { type: 'configuration-versions', attributes: { 'auto-queue-runs': false } },
  });
  const body = new Uint8Array(await writeTar([{ name: 'main.tf', text: '' }], new Date(0)));
  await fetch(version.data.attributes['upload-url'], { method: 'PUT', body });
  return workspace;
};

/** Milliseconds from the request until its plan is there. */
const timeRun = async ({ ask }: ServiceProcess, workspace: string): Promise<number> => {
  const began = performance.now();
  const { data } = await ask('POST', '/api/v2/runs', {
    data: { type: 'runs', attributes: {}, relationships: { workspace: { data: { type: 'workspaces', id: workspace } } } },
  });
  for (;;) {
    const { status } = (await ask('GET', `/api/v2/runs/${data.id}`)).data.attributes;
    if (status === 'planned_and_finished') return performance.now() - began;
    if (status === 'errored') throw new Error('the run is errored');
    await delay(5);
  }
};

/** Milliseconds that the engine alone takes. */
const timeEngine = async (): Promise<number> => {
  const folder = mkdtempSync(join(tmpdir(), 'slipway-bench-'));
  writeFileSync(join(folder, 'main.tf'), '');
  const began = performance.now();
  for (const words of [
    ['init', '-input=false'],
    ['plan', '-input=false', '-out=plan.bin'],
  ])
    await runEngine(findEngine(), words, { folder, environment: cleanEnvironment });
  const spent = performance.now() - began;
  rmSync(folder, { recursive: true });
  return spent;
};

export const measure: Measure = async () => {
  findEngine();
  const service = await serviceProcess(['--in-memory', '--run-jobs', '--isolation', 'none']);
  const isolated = await serviceProcess(['--in-memory', '--run-jobs']);
  const [alone, planned, more]: [number[], number[], number[]] = [[], [], []];
  try {
    const [workspace, other] = [await createWorkspace(service), await createWorkspace(isolated)];
    await timeRun(service, workspace);
    await timeRun(isolated, other);
    for (let round = 0; round < rounds; round++) {
      alone.push(await timeEngine());
      const without = await timeRun(service, workspace);
      planned.push(without);
      more.push((await timeRun(isolated, other)) - without);
    }
  } finally {
    await service.end();
    await isolated.end();
  }
  return [
    { title: 'init and plan of an empty configuration by the engine alone, for comparison', unit: 'ms', samples: alone },
    { title: 'POST /runs until its plan is there', unit: 'ms', samples: planned },
    {
      title: 'POST /runs until its plan is there, in times of init and plan',
      unit: '×',
      samples: [median(planned) / median(alone)],
      target: { atMost },
    },
    {
      title: 'the same with the isolation that works here, more than without',
      unit: 'ms',
      samples: more,
      target: { atMost: atMostIsolated },
    },
  ];
};

await runStandalone(import.meta, measure);
