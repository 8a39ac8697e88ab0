import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { routes as ciRoutes } from '../../../src/ci/index.ts';
import { routes as workspaceRoutes } from '../../../src/workspaces/index.ts';
import { type ServiceProcess, startProcess } from '@slipway/test-support/service-processes';
import { temporaryFolder } from '@slipway/test-support/temporary-folder';
import type { FuzzEndpoint } from './fuzz-request.ts';
import { ciBodies } from './bodies-ci.ts';
import { workspaceBodies } from './bodies-workspaces.ts';
import { createValuePool, type ValuePool } from './value-pool.ts';
import { secrets, seed, tour } from './seed.ts';

export interface FuzzedService {
  readonly port: number;
  /** What a service told of itself since it was planted. */
  pools(service: FuzzEndpoint['service']): ValuePool;
  /** Begins again from the seed: what is asked at random deletes what there is to ask for, tokens before all. */
  plant(): Promise<void>;
  complaints(): string;
  stop(): Promise<number | null>;
}

/** A service of its own process, planted, and the ids that it told of. */
export const startFuzzedService = async (start: (...args: string[]) => Promise<ServiceProcess> = startProcess): Promise<FuzzedService> => {
  const file = join(temporaryFolder({}), 'seed.json');
  writeFileSync(file, JSON.stringify(seed));
  const service = await start('--in-memory', '--test-controls', '--seed', file);
  let pools = { workspaces: createValuePool({}), ci: createValuePool({}), local: createValuePool({}) };
  const learn = async (): Promise<void> => {
    pools = {
      workspaces: createValuePool({}),
      ci: createValuePool({}),
      local: createValuePool({ snapshots: ['one'], workspaces: ['ws-x'] }),
    };
    const get = async (which: 'workspaces' | 'ci', path: string): Promise<any> => {
      const { status, body } = await service.request(secrets[0], `GET ${path}`);
      if (status !== 200) throw new Error(`${status} GET ${path}`);
      pools[which].learn(path, body);
      return body;
    };
    for (const which of ['workspaces', 'ci'] as const) for (const path of tour[which]) await get(which, path);
    const { id: project } = await get('ci', '/project/gh/acme/web');
    const [{ id: organization }] = await get('ci', '/me/collaborations');
    const {
      items: [{ id: definition }],
    } = await get('ci', `/projects/${project}/pipeline-definitions`);
    for (const path of [
      `/projects/${project}/pipeline-definitions/${definition}/triggers`,
      `/deploy/environments?org-id=${organization}&page-size=20`,
      `/deploy/components?org-id=${organization}&page-size=20`,
    ])
      await get('ci', path);
  };
  /** A pipeline with jobs to ask for. */
  const startPipeline = async (): Promise<void> => {
    const {
      body: { id },
    } = await service.request(secrets[0], 'POST /project/gh/acme/web/pipeline', { branch: 'main' }, 'application/json');
    for (let tries = 0; tries < 400; tries++) {
      const path = `/pipeline/${id}/workflow`;
      const { body } = await service.request(secrets[0], `GET ${path}`);
      for (const workflow of body.items) {
        const jobs = await service.request(secrets[0], `GET /workflow/${workflow.id}/job`);
        pools.ci.learn(path, body);
        pools.ci.learn(`/workflow/${workflow.id}/job`, jobs.body);
        pools.ci.learn('/pipeline', { id });
        if (jobs.body.items.some((job: any) => job.job_number !== undefined)) return;
      }
      await new Promise((done) => {
        setTimeout(done, 5);
      });
    }
    throw new Error('no job was started');
  };
  await learn();
  await startPipeline();
  return {
    port: Number(new URL(service.address).port),
    pools: (which) => pools[which],
    complaints: service.readStderr,
    stop: service.stop,
    plant: async () => {
      for (const row of ['DELETE //_local/faults', 'POST //_local/reset']) {
        const { status, body } = await service.request(null, row);
        if (status >= 300) throw new Error(`${status} ${row} ${JSON.stringify(body)}`);
      }
      await learn();
      await startPipeline();
    },
  };
};

const listEndpoints = (
  routes: readonly { readonly endpoint: string; readonly atRoot?: true }[],
  service: 'workspaces' | 'ci',
  bodies: { readonly [row: string]: unknown },
): readonly FuzzEndpoint[] =>
  routes.flatMap(({ endpoint: row, atRoot: root }) => {
    const [methods, path] = row.split(' ') as [string, string];
    return methods.split('|').map((method) => {
      const body = bodies[`${method} ${path}`] ?? (root && method === 'POST' ? bodies['events'] : undefined);
      return { row: `${method} ${path}`, base: root ? '' : '/api/v2', service, ...(body === undefined ? {} : { body }) };
    });
  });
/** Every row of both services. */
export const serviceEndpoints: readonly FuzzEndpoint[] = [
  ...listEndpoints(workspaceRoutes, 'workspaces', workspaceBodies),
  ...listEndpoints(ciRoutes, 'ci', ciBodies),
];

/** Every row below /_local, as the page of the service names them. */
export const listLocalEndpoints = (root: string): readonly FuzzEndpoint[] =>
  [
    ...new Set(
      [...readFileSync(join(root, 'docs/control.md'), 'utf8').matchAll(/`(GET|POST|PUT|PATCH|DELETE) (\/(?:_local\/|metrics)[^`?]*)/g)].map(
        ([, method, path]) => `${method} ${path}`,
      ),
    ),
  ].map((row) => ({
    row,
    base: '',
    service: 'local' as const,
    ...(/^(POST|PUT|PATCH)/.test(row) ? { body: localBodies[row.split(' ')[1]!] ?? {} } : {}),
  }));
const localBodies: { readonly [path: string]: unknown } = {
  '/_local/clock': { move: 1000 },
  '/_local/faults': [{ fault: '503', at: 1, times: 1, method: 'GET', path: '/me' }],
  '/_local/run-outcome': { outcome: 'success' },
  '/_local/configuration-versions/{id}': { ingress: { 'commit-sha': 'c0ffee' } },
  '/_local/assessment-outcome': { drifted: 1 },
  '/_local/reset': { empty: false },
  '/_local/job-outcomes': { project: 'gh/acme/web', job: 'test', outcome: 'failed' },
  '/_local/seed': { organizations: [{ name: 'acme' }] },
};
