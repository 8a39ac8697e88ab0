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
import { describeCreate, loadAll, type LoadFigures } from './parts/scale/load-all.ts';
import { loadVariableSets } from './parts/scale/variable-set-load.ts';
import { reportProgress } from './parts/run-standalone.ts';
import { type ServiceProcess, serviceProcess } from './parts/service-process.ts';

const rounds = Number(process.env['ROUNDS'] ?? 5);
const creates = 4000;
const reads = 12_000;
const lists = 600;
const variableSets = 2000;
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

interface MeasuredLoad {
  readonly what: string;
  /** Requests; absent where others are sent beside them, so that PostgreSQL's processor time is not theirs alone. */
  readonly count?: number;
  readonly run: () => Promise<LoadFigures>;
}

const measureLoad = async (side: Side, server: number, round: number, { what, count, run }: MeasuredLoad): Promise<void> => {
  const before = databaseSeconds(server);
  const { perSecond, p99, cpuMicroseconds } = await run();
  const database = databaseSeconds(server) - before;
  // The first round warms up.
  if (round === 0) return;
  record(side, `${what} a second`, perSecond);
  record(side, `${what}: p99, ms`, p99);
  record(side, `${what}: CPU of the service for 1,000, ms`, cpuMicroseconds);
  if (count !== undefined) record(side, `${what}: CPU of PostgreSQL for 1,000, ms`, (database / count) * 1e6);
};

const measureRound = async (side: Side, server: number, round: number): Promise<void> => {
  const { services } = side;
  const measure = (load: MeasuredLoad): Promise<void> => measureLoad(side, server, round, load);
  const creations = Array.from({ length: creates }, (_, at) => describeCreate(`some-${round}-${at}`));
  await measure({ what: 'creates', count: creates, run: () => loadAll(services, { status: 201, requests: creations, count: creates }) });
  const page = await services[0]!.ask('GET', '/api/v2/organizations/acme/workspaces?page%5Bsize%5D=100');
  const workspaces = (page.data as readonly { id: string }[]).map(({ id }) => id);
  const documents = workspaces.map((id) => ({ method: 'GET', path: `/api/v2/workspaces/${id}` }));
  await measure({ what: 'reads', count: reads, run: () => loadAll(services, { status: 200, requests: documents, count: reads }) });
  const pages = Array.from({ length: 20 }, (_, at) => ({
    method: 'GET',
    path: `/api/v2/organizations/acme/workspaces?page%5Bnumber%5D=${at + 1}`,
  }));
  await measure({ what: 'lists', count: lists, run: () => loadAll(services, { status: 200, requests: pages, count: lists }) });
  const sets = { prefix: `set-${round}`, count: variableSets, workspaces };
  await measure({ what: 'variable sets made and applied', run: () => loadVariableSets(services, sets) });
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
