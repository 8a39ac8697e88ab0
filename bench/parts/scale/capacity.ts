import type { Figure } from '../figure.ts';
import type { ServiceProcess } from '../service-process.ts';
import { describeCreate, loadAll, type LoadFigures } from './load-all.ts';
import { startOn, type Storage } from './storage.ts';

const rounds = 3;
const creates = 3000;
const reads = 9000;

const toFigures = (
  what: string,
  loads: readonly LoadFigures[],
  target?: { readonly rate: number; readonly p99: number },
): readonly Figure[] => {
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
    const made: LoadFigures[] = [];
    for (let round = 0; round <= rounds; round++) {
      const requests = Array.from({ length: creates }, (_, at) => describeCreate(`some-${round}-${at}`));
      made.push(await loadAll(services, { status: 201, requests, count: creates }));
      progress(`${storage.name}, ${processes}: ${made.at(-1)!.perSecond.toFixed(0)} creates per second`);
    }
    const page = await services[0]!.ask('GET', '/api/v2/organizations/acme/workspaces?page%5Bsize%5D=100');
    const requests = (page.data as readonly { id: string }[]).map(({ id }) => ({ method: 'GET', path: `/api/v2/workspaces/${id}` }));
    const read: LoadFigures[] = [];
    for (let round = 0; round <= rounds; round++) {
      read.push(await loadAll(services, { status: 200, requests, count: reads }));
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
