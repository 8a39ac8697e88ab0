/**
 * What the life of a simulated run costs the service of another checkout beside this one's, in turn on the same machine, on SQLite or
 * PostgreSQL: `tsx bench/run-pairs.ts CHECKOUT` or `… CHECKOUT postgres`, with both checkouts built. On Linux, for the processor time.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startPostgres } from '../test/support/postgres.ts';
import { median } from './parts/figure.ts';
import { cpuSeconds } from './parts/process-usage.ts';
import { databaseSeconds, findServerProcess } from './parts/scale/database-usage.ts';
import { type ServiceProcess, serviceProcess } from './parts/service-process.ts';

const rounds = 6;
const workspaces = 40;
const runsOfEach = 5;

const create = async (service: ServiceProcess, path: string, type: string, attributes: object, relationships = {}): Promise<string> =>
  (await service.ask('POST', path, { data: { type, attributes, relationships } })).data.id as string;

/** Starts runs in all workspaces, each after the one before it, until the last one is applied. */
const live = async (service: ServiceProcess, round: number): Promise<void> => {
  const ids: string[] = [];
  for (let at = 0; at < workspaces; at++)
    ids.push(
      await create(service, '/api/v2/organizations/acme/workspaces', 'workspaces', {
        name: `w-${round}-${at}`,
        'execution-mode': 'remote',
        'auto-apply': true,
      }),
    );
  for (let at = 0; at < runsOfEach; at++)
    await Promise.all(
      ids.map((id) =>
        create(service, '/api/v2/runs', 'runs', { message: `run ${at}` }, { workspace: { data: { type: 'workspaces', id } } }),
      ),
    );
  const open = '/api/v2/organizations/acme/runs/queue?page%5Bsize%5D=1';
  while ((await service.ask('GET', open)).meta.pagination['total-count'] > 0) await sleep(500);
};

const [other = '.', engine = 'sqlite'] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'slipway-run-pairs-'));
const database = engine === 'postgres' ? await startPostgres() : undefined;
if (typeof database === 'string') throw new Error(database);
const sides = [
  { title: 'the other', checkout: resolve(other), samples: [] as number[], database: [] as number[] },
  { title: 'this one', checkout: resolve('.'), samples: [] as number[], database: [] as number[] },
];
try {
  for (let round = 0; round < rounds; round++)
    for (const side of round % 2 === 0 ? sides : sides.toReversed()) {
      const url = database && (await database.database(`pairs${round}`)).url;
      const server = url && (await findServerProcess(url));
      const place = url ? ['--postgres', url] : ['--data', join(folder, `${side.title}-${round}`)];
      const service = await serviceProcess(place, [], side.checkout);
      const before = [cpuSeconds(service.pid), server ? databaseSeconds(server) : 0];
      await live(service, round);
      const lives = workspaces * runsOfEach;
      side.samples.push(((cpuSeconds(service.pid) - before[0]!) / lives) * 1000);
      if (server) side.database.push(((databaseSeconds(server) - before[1]!) / lives) * 1000);
      await service.end();
    }
  for (const { title, samples, database: own } of sides)
    for (const [whose, all] of [['the service', samples] as const, ...(own.length > 0 ? [['PostgreSQL', own] as const] : [])])
      console.log(`${title}: ${median(all).toFixed(1)} ms of ${whose} for each run (${all.map((one) => one.toFixed(1)).join(', ')})`);
} finally {
  rmSync(folder, { recursive: true, force: true });
  await database?.stop();
}
