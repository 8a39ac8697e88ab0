/**
 * The embedded service in a process of its own, on SQLite on disk: start, durable creates and document reads at 64 keep-alive
 * clients (the load comes from another process, over loopback), 10,000 workspaces listed page by page, memory:
 * `tsx bench/service.ts`. Needs `npm run build`. On Linux, for the memory.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { measureBareNode, measureBareServer } from './parts/bare-node.ts';
import { runStandalone } from './parts/run-standalone.ts';
import { type Figure, type Measure, median } from './parts/figure.ts';
import { runLoad } from './parts/run-load.ts';
import { cpuSeconds, memoryUsage } from './parts/process-usage.ts';
import { type ServiceProcess, serviceProcess, token } from './parts/service-process.ts';

const clients = 64;
const workspaces = 10_000;
const warmUp = 1_000;
const createRounds = 5;
const starts = 15;
const bounds = { clients, token, milliseconds: 60_000 };

const startTimes = async (data: () => string): Promise<readonly number[]> => {
  const times: number[] = [];
  for (let i = 0; i < starts; i++) {
    const one = await serviceProcess(['--data', data()]);
    times.push(one.readyAfter);
    await one.end();
  }
  return times;
};

interface Rate {
  readonly perSecond: number;
  readonly p99: number;
  readonly cpuMicroseconds: number;
}

type Work = Omit<Parameters<typeof runLoad>[0], 'port' | keyof typeof bounds>;

/** Runs one load against the service. */
const measureRate = async (service: ServiceProcess, words: string, work: Work, progress: (words: string) => void): Promise<Rate> => {
  const before = cpuSeconds(service.pid);
  const { answered, seconds, p99 } = await runLoad({ ...bounds, port: service.port, ...work });
  const rate = { perSecond: answered / seconds, p99, cpuMicroseconds: ((cpuSeconds(service.pid) - before) / answered) * 1e6 };
  progress(`${words}: ${rate.perSecond.toFixed(0)} per second, p99 ${p99.toFixed(1)} ms, ${rate.cpuMicroseconds.toFixed(0)} µs CPU each`);
  return rate;
};

/** Creates the workspaces, after a warm-up in rounds that are counted. */
const measureCreates = async (service: ServiceProcess, progress: (words: string) => void): Promise<readonly Rate[]> => {
  const create = (from: number, count: number): Promise<Rate> => {
    const requests = Array.from({ length: count }, (_, at) => ({
      method: 'POST',
      path: '/api/v2/organizations/acme/workspaces',
      body: JSON.stringify({
        data: { type: 'workspaces', attributes: { name: `some-${from + at}`, description: 'one of many', 'auto-apply': true } },
      }),
    }));
    return measureRate(service, 'creates', { count, status: 201, requests }, progress);
  };
  await create(0, warmUp);
  const rates: Rate[] = [];
  const each = (workspaces - warmUp) / createRounds;
  for (let round = 0; round < createRounds; round++) rates.push(await create(warmUp + round * each, each));
  return rates;
};

const listPath = '/api/v2/organizations/acme/workspaces?page%5Bsize%5D=100&page%5Bnumber%5D=';

/** Lists all workspaces page by page; returns their IDs. */
const listWorkspaces = async (service: ServiceProcess): Promise<ReadonlySet<string>> => {
  const ids = new Set<string>();
  for (let page: number | null = 1; page !== null;) {
    const body: any = await service.ask('GET', listPath + page);
    for (const { id } of body.data) ids.add(id);
    page = body.meta.pagination['next-page'];
  }
  return ids;
};

/** Seconds of each complete listing, and the IDs in the order of the first. */
const measureLists = async (service: ServiceProcess): Promise<{ readonly seconds: readonly number[]; readonly ids: readonly string[] }> => {
  const seconds: number[] = [];
  const ids: string[] = [];
  for (let round = 0; round < 5; round++) {
    const began = performance.now();
    const listed = await listWorkspaces(service);
    seconds.push((performance.now() - began) / 1000);
    if (listed.size !== workspaces) throw new Error(`the list told ${listed.size} workspaces, not ${workspaces}`);
    if (round === 0) ids.push(...listed);
  }
  return { seconds, ids };
};

/** Reads a quarter of the workspaces in turn, after a warm-up. */
const measureReads = async (
  service: ServiceProcess,
  ids: readonly string[],
  progress: (words: string) => void,
): Promise<readonly Rate[]> => {
  const requests = ids.filter((_, at) => at % 4 === 0).map((id) => ({ method: 'GET', path: `/api/v2/workspaces/${id}` }));
  await measureRate(service, 'reads', { requests, count: requests.length, status: 200 }, progress);
  const rates: Rate[] = [];
  for (let round = 0; round < 5; round++)
    rates.push(await measureRate(service, 'reads', { requests, count: 20_000, status: 200 }, progress));
  return rates;
};

/** MB of a service that was started over this data and has listed one page. */
const memoryAfterRestart = async (data: string): Promise<number> => {
  const service = await serviceProcess(['--data', data]);
  await service.ask('GET', `${listPath}1`);
  const { now } = memoryUsage(service.pid);
  await service.end();
  return now;
};

const rateFigures = (what: string, rounds: readonly Rate[], least: number): readonly Figure[] => {
  const cpu = median(rounds.map((round) => round.cpuMicroseconds));
  const explanation =
    `the service used ${cpu.toFixed(0)} µs of CPU for each, so ${(1e6 / cpu).toFixed(0)} per second is what a core ` +
    `of its own would give; the load generator and the rest of the machine share two`;
  return [
    {
      title: `${what}, 64 clients`,
      unit: 'per second',
      samples: rounds.map((round) => round.perSecond),
      target: { atLeast: least },
      explanation,
    },
    { title: `${what}, 64 clients: p99`, unit: 'ms', samples: rounds.map((round) => round.p99), target: { atMost: 25 }, explanation },
    { title: `${what}: service CPU for 1,000`, unit: 'ms', samples: rounds.map((round) => round.cpuMicroseconds) },
  ];
};

export const measure: Measure = async (progress) => {
  const folder = mkdtempSync(join(tmpdir(), 'slipway-bench-service-'));
  let next = 0;
  try {
    const bare = [await measureBareNode(), ...(await measureBareServer())];
    const fresh = await startTimes(() => join(folder, `fresh-${next++}`));
    const data = join(folder, 'data');
    const service = await serviceProcess(['--data', data]);
    const creates = await measureCreates(service, progress);
    const lists = await measureLists(service);
    progress(`list: ${median(lists.seconds).toFixed(2)} s`);
    const reads = await measureReads(service, lists.ids, progress);
    const memory = memoryUsage(service.pid);
    await service.end();
    const full = await startTimes(() => data);
    const restarted = await memoryAfterRestart(data);
    return [
      ...bare,
      { title: 'service: exec to ready, a new data folder', unit: 'ms', samples: fresh, target: { atMost: 300 } },
      { title: 'service: exec to ready, 10,000 workspaces in it', unit: 'ms', samples: full, target: { atMost: 300 } },
      ...rateFigures('durable creates of workspaces', creates, 2000),
      ...rateFigures('reads of workspace documents', reads, 8000),
      { title: '10,000 workspaces listed, 100 pages one after the other', unit: 's', samples: lists.seconds },
      { title: 'service memory at 10,000 workspaces, after all of the above', unit: 'MB', samples: [memory.now], target: { atMost: 200 } },
      { title: 'service memory, the most there was', unit: 'MB', samples: [memory.most], target: { atMost: 200 } },
      { title: 'service memory after a restart with 10,000 workspaces', unit: 'MB', samples: [restarted] },
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

await runStandalone(import.meta, measure);
