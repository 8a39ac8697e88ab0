import type { Figure } from '../figure.ts';
import { cpuSeconds } from '../process-usage.ts';
import { runLoad } from '../run-load.ts';
import { type ServiceProcess, token } from '../service-process.ts';
import { startOn, type Storage } from './storage.ts';

const clients = 64;
const rounds = 3;
const creates = 3000;
const reads = 9000;

interface Load {
  readonly perSecond: number;
  readonly p99: number;
  readonly cpuMicroseconds: number;
}
type Request = { readonly method: string; readonly path: string; readonly body?: string };

const create = (name: string): Request => ({
  method: 'POST',
  path: '/api/v2/organizations/acme/workspaces',
  body: JSON.stringify({ data: { type: 'workspaces', attributes: { name, description: 'one of many', 'auto-apply': true } } }),
});

/** The clients and the requests are divided among the services, which answer at the same time. */
const loadAll = async (services: readonly ServiceProcess[], status: number, requests: readonly Request[], count: number): Promise<Load> => {
  const cpu = (): number => services.reduce((sum, { pid }) => sum + cpuSeconds(pid), 0);
  const before = cpu();
  const share = Math.ceil(requests.length / services.length);
  const results = await Promise.all(
    services.map(({ port }, at) =>
      runLoad({
        port,
        token,
        status,
        clients: clients / services.length,
        milliseconds: 60_000,
        requests: requests.slice(at * share, (at + 1) * share),
        count: count / services.length,
      }),
    ),
  );
  const answered = results.reduce((sum, result) => sum + result.answered, 0);
  return {
    perSecond: answered / Math.max(...results.map(({ seconds }) => seconds)),
    p99: Math.max(...results.map(({ p99 }) => p99)),
    cpuMicroseconds: ((cpu() - before) / answered) * 1e6,
  };
};

const toFigures = (what: string, loads: readonly Load[], target?: { readonly rate: number; readonly p99: number }): readonly Figure[] => {
  const explanation = 'services, load generator and database share two cores';
  return [
    {
      title: what,
      unit: 'per second',
      samples: loads.map((load) => load.perSecond),
      ...(target && { target: { atLeast: target.rate }, explanation }),
    },
    {
      title: `${what}: p99`,
      unit: 'ms',
      samples: loads.map((load) => load.p99),
      ...(target && { target: { atMost: target.p99 }, explanation }),
    },
    { title: `${what}: CPU of the services for 1,000`, unit: 'ms', samples: loads.map((load) => load.cpuMicroseconds) },
  ];
};

const targets = {
  SQLite: { creates: { rate: 2000, p99: 25 }, reads: { rate: 8000, p99: 25 } },
  PostgreSQL: { creates: { rate: 1000, p99: 60 }, reads: { rate: 2500, p99: 60 } },
};

/** Durable creates and reads of workspaces, 64 clients over HTTP, by this many processes over one storage. */
export const measureCapacity = async (
  storage: Storage,
  processes: number,
  progress: (words: string) => void,
): Promise<readonly Figure[]> => {
  const services: ServiceProcess[] = [];
  try {
    for (let at = 0; at < processes; at++) services.push(await startOn(storage));
    const made: Load[] = [];
    for (let round = 0; round <= rounds; round++) {
      const requests = Array.from({ length: creates }, (_, at) => create(`some-${round}-${at}`));
      made.push(await loadAll(services, 201, requests, creates));
      progress(`${storage.name}, ${processes}: ${made.at(-1)!.perSecond.toFixed(0)} creates per second`);
    }
    const page = await services[0]!.ask('GET', '/api/v2/organizations/acme/workspaces?page%5Bsize%5D=100');
    const requests = (page.data as readonly { id: string }[]).map(({ id }) => ({ method: 'GET', path: `/api/v2/workspaces/${id}` }));
    const read: Load[] = [];
    for (let round = 0; round <= rounds; round++) {
      read.push(await loadAll(services, 200, requests, reads));
      progress(`${storage.name}, ${processes}: ${read.at(-1)!.perSecond.toFixed(0)} reads per second`);
    }
    const by = `${storage.name}${processes > 1 ? `, ${processes} processes` : ''}`;
    // The first round warms up.
    return [
      ...toFigures(`${by}: creates over HTTP, 64 clients`, made.slice(1), targets[storage.name].creates),
      ...toFigures(`${by}: reads over HTTP, 64 clients`, read.slice(1), targets[storage.name].reads),
    ];
  } finally {
    for (const service of services) await service.end();
  }
};
