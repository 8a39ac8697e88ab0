/**
 * What a state version costs the service, on SQLite on disk and on PostgreSQL: written in a document of the API, or through the `http`
 * backend of engines, and read back. `tsx bench/states.ts`, with the checkout built. Processor time of the service for one write is the
 * main figure: it says most where others use the machine. A create of a workspace stands beside it. On Linux. Variables of the
 * environment: CHECKOUT (another checkout, built), STORE (`sqlite` or `postgres`), CASES (the beginning of titles), ROUNDS, PROFILE (a
 * folder for CPU profiles of the service).
 */
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { startPostgres } from '../test/support/postgres.ts';
import type { Figure, Measure } from './parts/figure.ts';
import { median } from './parts/figure.ts';
import { cpuSeconds } from './parts/process-usage.ts';
import { runLoad } from './parts/run-load.ts';
import { runStandalone } from './parts/run-standalone.ts';
import { type ServiceProcess, serviceProcess, token } from './parts/service-process.ts';
import { createStateFiles, type StateSize } from './parts/state-file.ts';

interface StateCase {
  readonly title: string;
  readonly way: 'document' | 'backend';
  readonly size: StateSize;
  /** Writes of a round. */
  readonly count: number;
  readonly clients: number;
  /** Milliseconds of processor time that a write may take. */
  readonly atMost?: number;
}

const [small, medium, large]: readonly StateSize[] = [
  { resources: 17, characters: 320 },
  { resources: 124, characters: 560 },
  { resources: 1130, characters: 640 },
];
const cases: readonly StateCase[] = [
  { title: '10 KB in a document', way: 'document', size: small!, count: 2000, clients: 16, atMost: 0.8 },
  { title: '100 KB in a document', way: 'document', size: medium!, count: 300, clients: 8 },
  { title: '1 MB in a document', way: 'document', size: large!, count: 48, clients: 4 },
  { title: '10 KB by the http backend', way: 'backend', size: small!, count: 2000, clients: 16, atMost: 0.8 },
  { title: '1 MB by the http backend', way: 'backend', size: large!, count: 48, clients: 4, atMost: 10 },
  { title: '10 MB by the http backend', way: 'backend', size: { resources: 4900, characters: 1800 }, count: 6, clients: 2 },
  { title: '10,000 resources by the http backend', way: 'backend', size: { resources: 10_000, characters: 60 }, count: 12, clients: 2 },
];
const rounds = Number(process.env['ROUNDS'] ?? 3);

interface MeasuredService {
  readonly title: string;
  readonly service: ServiceProcess;
  /** Of each figure, one sample per round. */
  readonly samples: Map<string, number[]>;
}

const record = ({ samples }: MeasuredService, title: string, value: number): void => {
  samples.set(title, [...(samples.get(title) ?? []), value]);
};

interface Target {
  readonly id: string;
  readonly name: string;
  readonly file: (serial: number) => string;
}

const organization = '/api/v2/organizations/acme/workspaces';

/** Workspaces of a case, as many as no two writes of one are under way at the same time; locked where documents are written. */
const createTargets = async ({ ask }: ServiceProcess, { way, size, clients }: StateCase, prefix: string): Promise<readonly Target[]> => {
  const targets: Target[] = [];
  for (let at = 0; at < clients * 4; at++) {
    const name = `${prefix}-${at}`;
    const { data } = await ask('POST', organization, { data: { type: 'workspaces', attributes: { name } } });
    if (way === 'document') await ask('POST', `/api/v2/workspaces/${data.id}/actions/lock`, {});
    targets.push({ id: data.id, name, file: createStateFiles(size, name) });
  }
  return targets;
};

const describeWrite = ({ id, name, file }: Target, way: StateCase['way'], serial: number) => {
  const state = file(serial);
  if (way === 'backend') return { method: 'POST', path: `${organization}/${name}/state`, body: state };
  const attributes = {
    serial,
    lineage: name,
    md5: createHash('md5').update(state).digest('hex'),
    state: Buffer.from(state).toString('base64'),
  };
  return {
    method: 'POST',
    path: `/api/v2/workspaces/${id}/state-versions`,
    body: JSON.stringify({ data: { type: 'state-versions', attributes } }),
  };
};

type Load = Pick<Parameters<typeof runLoad>[0], 'count' | 'clients' | 'status' | 'requests'>;

/** Milliseconds of the service's processor time for each request, and how many were answered a second. */
const measureLoad = async ({ service }: MeasuredService, load: Load) => {
  const before = cpuSeconds(service.pid);
  const { answered, seconds } = await runLoad({ token, milliseconds: 120_000, port: service.port, ...load });
  return { milliseconds: ((cpuSeconds(service.pid) - before) / answered) * 1000, perSecond: answered / seconds };
};

const measureCase = async (measured: MeasuredService, one: StateCase, progress: (words: string) => void): Promise<void> => {
  const { title, way, count, clients } = one;
  const targets = await createTargets(measured.service, one, title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-'));
  let serial = 1;
  for (let round = 0; round <= rounds; round++) {
    const requests = Array.from({ length: count }, (_, at) =>
      describeWrite(targets[at % targets.length]!, way, serial + Math.floor(at / targets.length)),
    );
    serial += Math.ceil(count / targets.length);
    const written = await measureLoad(measured, { count, clients, status: way === 'document' ? 201 : 200, requests });
    const reads = targets.map(({ name }) => ({ method: 'GET', path: `${organization}/${name}/state` }));
    const read = await measureLoad(measured, { count, clients, status: 200, requests: reads });
    const [own, reading] = [written, read].map(({ milliseconds }) => milliseconds.toFixed(2));
    progress(`${measured.title}, ${title}: ${own} ms CPU, ${written.perSecond.toFixed(0)} a second; read ${reading} ms`);
    // The first round warms up.
    if (round === 0) continue;
    record(measured, `${title}: service CPU`, written.milliseconds);
    record(measured, `${title}: rate`, written.perSecond);
    record(measured, `${title}: service CPU of a read`, read.milliseconds);
  }
};

const yardstick = 'a create of a workspace';
/** What a create of a workspace takes beside the state versions. */
const measureCreates = async (measured: MeasuredService, progress: (words: string) => void): Promise<void> => {
  for (let round = 0; round <= rounds; round++) {
    const requests = Array.from({ length: 1000 }, (_, at) => ({
      method: 'POST',
      path: organization,
      body: JSON.stringify({ data: { type: 'workspaces', attributes: { name: `some-${round}-${at}` } } }),
    }));
    const { milliseconds, perSecond } = await measureLoad(measured, { count: 1000, clients: 16, status: 201, requests });
    progress(`${measured.title}, ${yardstick}: ${milliseconds.toFixed(2)} ms CPU, ${perSecond.toFixed(0)} a second`);
    // The first round warms up.
    if (round > 0) record(measured, yardstick, milliseconds);
  }
};

const listFigures = ({ title: store, samples }: MeasuredService): readonly Figure[] => [
  { title: `${yardstick} on ${store}, service CPU`, unit: 'ms', samples: samples.get(yardstick) ?? [] },
  ...cases.flatMap(({ title, atMost }): readonly Figure[] => {
    const find = (what: string): readonly number[] => samples.get(`${title}: ${what}`) ?? [];
    const rate = median(find('rate')).toFixed(0);
    return [
      {
        title: `a state version on ${store}: ${title}, service CPU`,
        unit: 'ms',
        samples: find('service CPU'),
        ...(atMost === undefined ? {} : { target: { atMost }, explanation: `${rate} a second were written` }),
      },
      { title: `a state version on ${store}: ${title}`, unit: 'per second', samples: find('rate') },
      { title: `a state version on ${store}: ${title}, read back, service CPU`, unit: 'ms', samples: find('service CPU of a read') },
    ];
  }),
];

const masterKey = Buffer.alloc(32, 7).toString('base64');

const measureStore = async (title: string, args: readonly string[], progress: (words: string) => void): Promise<readonly Figure[]> => {
  const checkout = process.env['CHECKOUT'];
  const profile = process.env['PROFILE'];
  const flags = profile === undefined ? [] : ['--cpu-prof', '--cpu-prof-interval', '200', `--cpu-prof-dir=${profile}`];
  const service = await serviceProcess(args, flags, checkout === undefined ? undefined : resolve(checkout));
  const measured: MeasuredService = { title, service, samples: new Map() };
  try {
    await measureCreates(measured, progress);
    for (const one of cases.filter(({ title }) => title.startsWith(process.env['CASES'] ?? ''))) await measureCase(measured, one, progress);
  } finally {
    await service.end();
  }
  return listFigures(measured);
};

export const measure: Measure = async (progress) => {
  const folder = mkdtempSync(join(tmpdir(), 'slipway-bench-states-'));
  try {
    const only = process.env['STORE'];
    const sqlite = only === 'postgres' ? [] : await measureStore('SQLite', ['--data', join(folder, 'data')], progress);
    if (only === 'sqlite') return sqlite;
    const postgres = await startPostgres({ toDisk: true });
    if (typeof postgres === 'string')
      return [...sqlite, { title: 'a state version on PostgreSQL', unit: 'ms', samples: [], explanation: postgres }];
    try {
      const { url } = await postgres.database('states');
      return [...sqlite, ...(await measureStore('PostgreSQL', ['--postgres', url, '--master-key-command', `echo ${masterKey}`], progress))];
    } finally {
      await postgres.stop();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

await runStandalone(import.meta, measure);
