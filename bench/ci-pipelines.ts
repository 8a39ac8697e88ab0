/**
 * Pipelines of the CI service whose jobs are scripted, in a process of its own on SQLite on disk, each status one millisecond
 * long, so that what is measured is the service: one of 20 jobs from its trigger to its end, and 50 at once:
 * `tsx bench/ci-pipelines.ts`. Needs `npm run build`.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runStandalone } from './parts/run-standalone.ts';
import { type Figure, type Measure, quantile } from './parts/figure.ts';
import { cpuSeconds } from './parts/process-usage.ts';
import { type ServiceProcess, serviceProcess, token } from './parts/service-process.ts';

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

const startService = (folder: string): Promise<ServiceProcess> => {
  const [data, seedFile] = [join(folder, 'data'), join(folder, 'seed.json')];
  writeFileSync(seedFile, JSON.stringify(seed));
  return serviceProcess(['--data', data, '--seed', seedFile, '--ci-status-milliseconds', '1']);
};

const sendRequest = async ({ address }: ServiceProcess, method: string, path: string): Promise<any> => {
  const response = await fetch(`${address}/api/v2${path}`, { method, headers: { 'ci-token': token } });
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`);
  return response.json();
};

/** Milliseconds from the trigger of a pipeline until its workflow has succeeded. */
const timePipeline = async (service: ServiceProcess): Promise<number> => {
  const began = performance.now();
  const { id } = await sendRequest(service, 'POST', '/project/gh/acme/web/pipeline');
  for (;;) {
    const {
      items: [workflow],
    } = await sendRequest(service, 'GET', `/pipeline/${id}/workflow`);
    if (workflow?.status === 'success') return performance.now() - began;
    if (workflow !== undefined && workflow.status !== 'running' && workflow.status !== 'not_run')
      throw new Error(`the workflow is ${workflow.status}`);
    await new Promise((done) => {
      setTimeout(done, 2);
    });
  }
};

/** What each group of concurrent pipelines took, in seconds. */
interface GroupTimes {
  readonly walls: number[];
  readonly slowest: number[];
  readonly cpu: number[];
}

const measureGroups = async (service: ServiceProcess, progress: (words: string) => void): Promise<GroupTimes> => {
  const [walls, slowest, cpu]: [number[], number[], number[]] = [[], [], []];
  for (let group = 0; group < groups; group++) {
    const [before, began] = [cpuSeconds(service.pid), performance.now()];
    const times = await Promise.all(Array.from({ length: concurrentPipelines }, () => timePipeline(service)));
    walls.push((performance.now() - began) / 1000);
    slowest.push(quantile(times, 0.99) / 1000);
    cpu.push(cpuSeconds(service.pid) - before);
    progress(
      `${concurrentPipelines} pipelines: ${walls.at(-1)!.toFixed(2)} s, p99 ${slowest.at(-1)!.toFixed(2)} s, ` +
        `${cpu.at(-1)!.toFixed(2)} CPU s`,
    );
  }
  return { walls, slowest, cpu };
};

const pipelineFigures = (alone: readonly number[], { walls, slowest, cpu }: GroupTimes): readonly Figure[] => [
  { title: 'a pipeline of 20 scripted jobs in 4 stages: trigger to finished', unit: 'ms', samples: alone, target: { atMost: 500 } },
  { title: `${concurrentPipelines} such pipelines at once: until all are finished`, unit: 's', samples: walls, target: { atMost: 5 } },
  { title: `${concurrentPipelines} such pipelines at once: p99 of trigger to finished`, unit: 's', samples: slowest },
  {
    title: `${concurrentPipelines} such pipelines at once: service CPU, those who ask for their status included`,
    unit: 'CPU s',
    samples: cpu,
  },
];

export const measure: Measure = async (progress) => {
  const folder = mkdtempSync(join(tmpdir(), 'slipway-bench-ci-'));
  const service = await startService(folder);
  try {
    for (let warmUp = 0; warmUp < 3; warmUp++) await timePipeline(service);
    const alone: number[] = [];
    for (let round = 0; round < rounds; round++) alone.push(await timePipeline(service));
    return pipelineFigures(alone, await measureGroups(service, progress));
  } finally {
    await service.end();
    rmSync(folder, { recursive: true, force: true });
  }
};

await runStandalone(import.meta, measure);
