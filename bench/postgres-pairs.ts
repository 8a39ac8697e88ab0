/**
 * What creates, reads and lists of workspaces, and variable sets that are made and applied, cost the service of another checkout beside
 * this one's, on one PostgreSQL, in turn, 64 clients over HTTP: `tsx bench/postgres-pairs.ts CHECKOUT [PROCESSES]`, with both checkouts
 * built. `.` and 2: this checkout by one process and by two. Processor time says most where others use the machine. On Linux.
 */
import { join, resolve } from 'node:path';
import { loadavg } from 'node:os';
import { startPostgres } from '../test/support/postgres.ts';
import { median } from './parts/figure.ts';
import { databaseSeconds, findServerProcess } from './parts/scale/database-usage.ts';
import { describeCreate, describeVariableSet, loadAll, type LoadRequest } from './parts/scale/load-all.ts';
import { reportProgress } from './parts/run-standalone.ts';
import { type ServiceProcess, serviceProcess } from './parts/service-process.ts';

const rounds = Number(process.env['ROUNDS'] ?? 5);
const creates = 2000;
const reads = 6000;
const lists = 600;
const variableSets = 400;
const masterKey = Buffer.alloc(32, 7).toString('base64');

interface Side {
  readonly title: string;
  readonly services: readonly ServiceProcess[];
  /** Of each figure, one sample per round. */
  readonly samples: Map<string, number[]>;
}

const record = ({ samples }: Side, title: string, value: number): void => {
  samples.set(title, [...(samples.get(title) ?? []), value]);
};

const measureLoad = async (side: Side, server: number, round: number, what: string, load: Parameters<typeof loadAll>[1]): Promise<void> => {
  const before = databaseSeconds(server);
  const { perSecond, p99, cpuMicroseconds } = await loadAll(side.services, load);
  const database = ((databaseSeconds(server) - before) / load.count) * 1e6;
  // The first round warms up.
  if (round === 0) return;
  record(side, `${what} a second`, perSecond);
  record(side, `${what}: p99, ms`, p99);
  record(side, `${what}: CPU of the service for 1,000, ms`, cpuMicroseconds);
  record(side, `${what}: CPU of PostgreSQL for 1,000, ms`, database);
};

const measureRound = async (side: Side, server: number, round: number): Promise<void> => {
  const requests = Array.from({ length: creates }, (_, at) => describeCreate(`some-${round}-${at}`));
  await measureLoad(side, server, round, 'creates', { status: 201, requests, count: creates });
  const page = await side.services[0]!.ask('GET', '/api/v2/organizations/acme/workspaces?page%5Bsize%5D=100');
  const documents = (page.data as readonly { id: string }[]).map(({ id }) => ({ method: 'GET', path: `/api/v2/workspaces/${id}` }));
  await measureLoad(side, server, round, 'reads', { status: 200, requests: documents, count: reads });
  const pages = Array.from({ length: 20 }, (_, at) => ({
    method: 'GET',
    path: `/api/v2/organizations/acme/workspaces?page%5Bnumber%5D=${at + 1}`,
  }));
  await measureLoad(side, server, round, 'lists', { status: 200, requests: pages, count: lists });
  await measureVariableSets(
    side,
    server,
    round,
    (page.data as readonly { id: string }[]).map(({ id }) => id),
  );
};

/** The ids of the newest of a collection, some hundreds. */
const listIds = async (service: ServiceProcess, path: string, count: number): Promise<readonly string[]> => {
  const ids: string[] = [];
  for (let number = 1; ids.length < count; number++) {
    const page = await service.ask('GET', `${path}?page%5Bsize%5D=100&page%5Bnumber%5D=${number}`);
    ids.push(...(page.data as readonly { id: string }[]).map(({ id }) => id));
    if (page.data.length < 100) break;
  }
  return ids;
};

/** Of the same number each time: an organization with the sets of all rounds would be another one in each round. */
const measureVariableSets = async (side: Side, server: number, round: number, workspaces: readonly string[]): Promise<void> => {
  const sets = '/api/v2/organizations/acme/varsets';
  const made = Array.from({ length: variableSets }, (_, at) => describeVariableSet(`set-${round}-${at}`));
  await measureLoad(side, server, round, 'variable sets', { status: 200, requests: made, count: variableSets });
  const ids = await listIds(side.services[0]!, sets, variableSets);
  const applied = ids.map((id, at): LoadRequest => ({
    method: 'POST',
    path: `/api/v2/varsets/${id}/relationships/workspaces`,
    body: JSON.stringify({ data: [{ type: 'workspaces', id: workspaces[at % workspaces.length] }] }),
  }));
  await measureLoad(side, server, round, 'variable sets applied', { status: 204, requests: applied, count: variableSets });
  await measureLoad(side, server, round, 'variable sets deleted', {
    status: 204,
    requests: ids.map((id) => ({ method: 'DELETE', path: `/api/v2/varsets/${id}` })),
    count: variableSets,
  });
};

const startSide = async (title: string, url: string, checkout: string, processes: number): Promise<Side> => {
  const services: ServiceProcess[] = [];
  const args = ['--postgres', url, '--master-key-command', `echo ${masterKey}`];
  for (let at = 0; at < processes; at++) services.push(await serviceProcess(args, [], checkout));
  return { title, services, samples: new Map() };
};

const describe = (samples: readonly number[]): string =>
  `${median(samples).toFixed(0)} (${Math.min(...samples).toFixed(0)} to ${Math.max(...samples).toFixed(0)})`;

const printSides = ([other, own]: readonly Side[]): void => {
  console.log(`| median (range) of ${rounds} rounds | ${other!.title} | ${own!.title} | ratio |\n|---|---|---|---|`);
  for (const [title, samples] of other!.samples) {
    const mine = own!.samples.get(title)!;
    console.log(`| ${title} | ${describe(samples)} | ${describe(mine)} | ${(median(mine) / median(samples)).toFixed(2)} |`);
  }
};

const checkout = resolve(process.argv[2] ?? '.');
const own = join(import.meta.dirname, '..');
const processes = Number(process.argv[3] ?? 1);
const postgres = await startPostgres({ toDisk: true });
if (typeof postgres === 'string') throw new Error(postgres);
const sides: Side[] = [];
try {
  const address = async (name: string): Promise<string> => (await postgres.database(name)).url;
  const server = await findServerProcess(await address('other'));
  sides.push(await startSide(checkout === own ? 'one process' : 'other', await address('other'), checkout, 1));
  sides.push(await startSide(processes > 1 ? `${processes} processes` : 'this', await address('own'), own, processes));
  for (let round = 0; round <= rounds; round++) {
    for (const side of round % 2 === 0 ? sides : sides.toReversed()) await measureRound(side, server, round);
    reportProgress(`round ${round} of ${rounds}, load ${loadavg()[0]!.toFixed(1)}`);
  }
  printSides(sides);
} finally {
  for (const { services } of sides) for (const service of services) await service.end();
  await postgres.stop();
}
