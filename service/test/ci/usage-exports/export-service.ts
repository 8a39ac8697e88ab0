import { gunzipSync } from 'node:zlib';
import { advanceUsageExports, type UsageLimits, usageLimits } from '../../../src/ci/usage-exports/advance-usage-exports.ts';
import { toFetch } from '../../../src/service.ts';
import type { ServiceSettings } from '../../../src/http/route.ts';
import { defaultSettings } from '../../../src/http/settings.ts';
import type { JobRun, WorkflowRun } from '../../../src/store/ledger/ledger.ts';
import { startCiService, type CiTestService } from '../support.ts';

export interface ExportTestService extends CiTestService {
  /** Milliseconds go by, and exports that are due are moved. */
  wait(milliseconds: number): Promise<void>;
  /** Starts an export of acme, of all of April 2026 unless said. */
  start(body?: object, token?: string): ReturnType<CiTestService['ci']>;
  read(id: string): Promise<any>;
  /** What is at an address, without a token. */
  get(address: string): Promise<{ readonly status: number; readonly type: string | null; readonly bytes: Buffer }>;
  /** The unpacked texts of a finished export. */
  files(id: string): Promise<readonly string[]>;
}

export const april = { start: '2026-04-01T00:00:00Z', end: '2026-05-01T00:00:00Z' };

/** It is 2026-05-01T12:00:00Z; each state lasts 100 milliseconds. */
export const startExportService = async (
  limits: Partial<UsageLimits> = {},
  settings: Partial<ServiceSettings> = {},
): Promise<ExportTestService> => {
  const bench = await startCiService({ settings });
  const get: ExportTestService['get'] = async (address) => {
    const response = await toFetch(bench.service.handle)(new Request(address));
    return { status: response.status, type: response.headers.get('content-type'), bytes: Buffer.from(await response.arrayBuffer()) };
  };
  const read = async (id: string) => (await bench.ci(`GET /organizations/${bench.org}/usage_export_job/${id}`)).body;
  return {
    ...bench,
    get,
    read,
    wait: async (milliseconds) => {
      bench.clock.advance(milliseconds);
      await advanceUsageExports(bench.store, bench.clock, { ...defaultSettings, ...settings }, { ...usageLimits, ...limits });
    },
    start: (body = april, token = 'owner-token') => bench.ci(`POST /organizations/${bench.org}/usage_export_job`, body, { token }),
    files: async (id) =>
      Promise.all(((await read(id)).download_urls ?? []).map(async (url: string) => gunzipSync((await get(url)).bytes).toString('utf8'))),
  };
};

const at = Date.parse('2026-04-10T09:00:00.000Z');
const id = (letter: string, number: number): string => `${letter.repeat(8)}-0000-4000-8000-${String(number).padStart(12, '0')}`;
export const createWorkflowRun = (
  organization: string,
  project: string,
  number: number,
  over: Partial<WorkflowRun> = {},
): Omit<WorkflowRun, 'credits'> => ({
  id: id('a', number),
  organization,
  project,
  pipeline: id('b', number),
  pipelineNumber: number,
  pipelineCreatedAt: at,
  trigger: 'api',
  startedBy: organization,
  login: 'acme',
  vcsHost: 'github',
  vcsUrl: 'https://github.com/acme/web',
  branch: 'main',
  tag: null,
  revision: 'c0ffee',
  name: 'build',
  status: 'success',
  createdAt: at + 100,
  firstQueuedAt: at + 200,
  firstStartedAt: at + 300,
  stoppedAt: at + 90_300,
  seconds: 90,
  isApproval: false,
  rerun: 0,
  ...over,
});
export const createJobRun = (organization: string, project: string, number: number, over: Partial<JobRun> = {}): JobRun => ({
  id: id('c', number),
  run: id('a', number),
  organization,
  project,
  workflow: 'build',
  branch: 'main',
  name: 'test',
  number,
  type: 'build',
  status: 'success',
  createdAt: at + 100,
  queuedAt: at + 200,
  startedAt: at + 300,
  stoppedAt: at + 90_300,
  seconds: 90,
  resourceClass: 'medium',
  executor: 'docker',
  parallelism: 1,
  credits: 15,
  medianCpu: null,
  maxCpu: null,
  medianRam: null,
  maxRam: null,
  ...over,
});
