/**
 * What creates, reads, lists, state versions and variable sets cost the service of another checkout beside this one's, on one PostgreSQL,
 * in turn, 64 clients (CLIENTS) over HTTP, five rounds (ROUNDS): `tsx bench/postgres-pairs.ts CHECKOUT [PROCESSES]`, with both checkouts
 * built. `.` and 2: this checkout by one process and by two. Processor time says most where others use the machine. On Linux.
 */
import { join, resolve } from 'node:path';
import { loadavg } from 'node:os';
import { startPostgres } from '../test/support/postgres.ts';
import { runPairedLoads } from './parts/pairs/paired-loads.ts';
import { createSide, inTurn, recordSample, type PairedSide, tableOfSides } from './parts/pairs/sides.ts';
import { databaseSeconds, findServerProcess } from './parts/scale/database-usage.ts';
import { reportProgress } from './parts/run-standalone.ts';
import { type ServiceProcess, serviceProcess } from './parts/service-process.ts';

const rounds = Number(process.env['ROUNDS'] ?? 5);
const sizes = { creates: 4000, reads: 12_000, lists: 600, stateVersions: 1000, variableSets: 2000 };
const masterKey = Buffer.alloc(32, 7).toString('base64');

interface ServedSide extends PairedSide {
  readonly services: readonly ServiceProcess[];
}

const measureRound = async (side: ServedSide, server: number, round: number): Promise<void> => {
  let before = 0;
  await runPairedLoads(
    side.services,
    `some-${round}`,
    sizes,
    ({ what, figures: { perSecond, p99, cpuMicroseconds }, count }) => {
      // The first round warms up.
      if (round === 0) return;
      recordSample(side, `${what} a second`, perSecond);
      recordSample(side, `${what}: p99, ms`, p99);
      recordSample(side, `${what}: CPU of the service for 1,000, ms`, cpuMicroseconds);
      if (count !== undefined)
        recordSample(side, `${what}: CPU of PostgreSQL for 1,000, ms`, ((databaseSeconds(server) - before) / count) * 1e6);
    },
    () => (before = databaseSeconds(server)),
  );
};

const startSide = async (title: string, url: string, checkout: string, processes: number): Promise<ServedSide> => {
  const services: ServiceProcess[] = [];
  const args = ['--postgres', url, '--master-key-command', `echo ${masterKey}`];
  for (let at = 0; at < processes; at++) services.push(await serviceProcess(args, [], checkout));
  return { ...createSide(title, checkout), services };
};

const checkout = resolve(process.argv[2] ?? '.');
const own = join(import.meta.dirname, '..');
const processes = Number(process.argv[3] ?? 1);
const postgres = await startPostgres({ toDisk: true });
if (typeof postgres === 'string') throw new Error(postgres);
const sides: ServedSide[] = [];
try {
  const address = async (name: string): Promise<string> => (await postgres.database(name)).url;
  const server = await findServerProcess(await address('other'));
  sides.push(await startSide(checkout === own ? 'one process' : 'other', await address('other'), checkout, 1));
  sides.push(await startSide(processes > 1 ? `${processes} processes` : 'this', await address('own'), own, processes));
  for (let round = 0; round <= rounds; round++) {
    for (const side of inTurn(sides, round)) await measureRound(side, server, round);
    reportProgress(`round ${round} of ${rounds}, load ${loadavg()[0]!.toFixed(1)}`);
  }
  console.log(tableOfSides(sides[0]!, sides[1]!));
} finally {
  for (const { services } of sides) for (const service of services) await service.end();
  await postgres.stop();
}
