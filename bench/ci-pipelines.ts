/**
 * Pipelines of the CI service whose jobs are scripted, in a process of its own on SQLite on disk, each status one millisecond
 * long, so that what is measured is the service: one of 20 jobs from its trigger to its end, and 50 at once:
 * `tsx bench/ci-pipelines.ts`. Needs `npm run build`.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runStandalone } from './parts/run-standalone.ts';
import { type Measure, quantile } from './parts/figure.ts';
import { cpuSeconds } from './parts/process-usage.ts';
import { serviceProcess, token } from './parts/service-process.ts';

const rounds = 15;
const concurrentPipelines = 50;
const groups = 3;
const stages = 4,
  jobsPerStage = 5;

/** Four stages of five jobs, each of which waits for all of the stage before it. */
const configuration = (): string => {
  const names = (stage: number): readonly string[] => Array.from({ length: jobsPerStage }, (_, place) => `job-${stage}-${place}`);
  const all = Array.from({ length: stages }, (_, stage) => stage);
  return `version: 2.1\njobs:\n${all
    .flatMap(names)
    .map((name) => `  ${name}: { docker: [{ image: node }], steps: [checkout, { run: npm test }] }\n`)
    .join('')}workflows:\n  all:\n    jobs:\n${all
    .flatMap((stage) =>
      names(stage).map((name) => `      - ${name}${stage === 0 ? '' : `: { requires: [${names(stage - 1).join(', ')}] }`}\n`),
    )
    .join('')}`;
};
const seed = {
  organizations: [
    { name: 'acme', owners: ['owner'], ci: { slug: 'gh/acme', projects: [{ name: 'web', configuration: configuration() }] } },
  ],
  users: [{ name: 'owner', token }],
};

export const measure: Measure = async (progress) => {
  const folder = mkdtempSync(join(tmpdir(), 'slipway-bench-ci-'));
  writeFileSync(join(folder, 'seed.json'), JSON.stringify(seed));
  const service = await serviceProcess([
    '--data',
    join(folder, 'data'),
    '--seed',
    join(folder, 'seed.json'),
    '--ci-status-milliseconds',
    '1',
  ]);
  const ask = async (method: string, path: string): Promise<any> => {
    const answer = await fetch(`${service.address}/api/v2${path}`, { method, headers: { 'ci-token': token } });
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`);
    return answer.json();
  };
  /** Milliseconds from the trigger until its workflow is over. */
  const run = async (): Promise<number> => {
    const began = performance.now();
    const { id } = await ask('POST', '/project/gh/acme/web/pipeline');
    for (;;) {
      const {
        items: [workflow],
      } = await ask('GET', `/pipeline/${id}/workflow`);
      if (workflow?.status === 'success') return performance.now() - began;
      if (workflow !== undefined && workflow.status !== 'running' && workflow.status !== 'not_run')
        throw new Error(`the workflow is ${workflow.status}`);
      await new Promise((done) => {
        setTimeout(done, 2);
      });
    }
  };
  try {
    for (let i = 0; i < 3; i++) await run();
    const alone: number[] = [];
    for (let i = 0; i < rounds; i++) alone.push(await run());
    const [walls, slowest, costs]: [number[], number[], number[]] = [[], [], []];
    for (let group = 0; group < groups; group++) {
      const [before, began] = [cpuSeconds(service.pid), performance.now()];
      const times = await Promise.all(Array.from({ length: concurrentPipelines }, run));
      walls.push((performance.now() - began) / 1000);
      slowest.push(quantile(times, 0.99) / 1000);
      costs.push(cpuSeconds(service.pid) - before);
      progress(
        `${concurrentPipelines} pipelines: ${walls.at(-1)!.toFixed(2)} s, p99 ${slowest.at(-1)!.toFixed(2)} s, ` +
          `${costs.at(-1)!.toFixed(2)} CPU s`,
      );
    }
    return [
      { title: 'a pipeline of 20 scripted jobs in 4 stages: trigger to finished', unit: 'ms', samples: alone, target: { atMost: 500 } },
      { title: `${concurrentPipelines} such pipelines at once: until all are finished`, unit: 's', samples: walls, target: { atMost: 5 } },
      { title: `${concurrentPipelines} such pipelines at once: p99 of trigger to finished`, unit: 's', samples: slowest },
      {
        title: `${concurrentPipelines} such pipelines at once: service CPU, those who ask for their status included`,
        unit: 'CPU s',
        samples: costs,
      },
    ];
  } finally {
    await service.end();
    rmSync(folder, { recursive: true, force: true });
  }
};

await runStandalone(import.meta, measure);
