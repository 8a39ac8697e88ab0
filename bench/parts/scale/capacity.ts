import { type Figure, median } from '../figure.ts';
import type { ServiceProcess } from '../service-process.ts';
import { describeCreate, loadAll, type LoadFigures } from './load-all.ts';
import { sizes } from './sizes.ts';
import { startOn, type Storage } from './storage.ts';
import { loadVariableSets } from './variable-set-load.ts';

const { rounds, creates, reads, variableSets } = sizes;

/** This many processes over one storage. */
export interface Side {
  readonly storage: Storage;
  readonly processes: number;
}
interface StartedSide extends Side {
  readonly by: string;
  readonly services: ServiceProcess[];
  readonly made: LoadFigures[];
  readonly read: LoadFigures[];
  readonly applied: LoadFigures[];
}

const targets = {
  SQLite: { creates: { rate: 2000, p99: 25 }, reads: { rate: 8000, p99: 25 } },
  PostgreSQL: { creates: { rate: 1000, p99: 60 }, reads: { rate: 2500, p99: 60 } },
};

const toFigures = (
  what: string,
  loads: readonly LoadFigures[],
  target?: { readonly rate: number; readonly p99: number },
): readonly Figure[] => {
  const explanation = 'services, load generators and database share two cores';
  const samples = (member: keyof LoadFigures): readonly number[] => loads.map((load) => load[member]);
  const [atLeast, atMost] = target ? [{ target: { atLeast: target.rate } }, { target: { atMost: target.p99 } }] : [];
  return [
    { title: what, unit: 'per second', samples: samples('perSecond'), ...atLeast, explanation },
    { title: `${what}: p99`, unit: 'ms', samples: samples('p99'), ...atMost, explanation },
    { title: `${what}: CPU of the services for 1,000`, unit: 'ms', samples: samples('cpuMicroseconds') },
  ];
};

const startSide = async ({ storage, processes }: Side): Promise<StartedSide> => {
  const services: ServiceProcess[] = [];
  for (let at = 0; at < processes; at++) services.push(await startOn(storage));
  const by = `${storage.name}${processes > 1 ? `, ${processes} processes` : ''}`;
  return { storage, processes, by, services, made: [], read: [], applied: [] };
};

/** The first round warms up: each process has as many requests in it as one alone, since each compiles its code for itself. */
const measureRound = async (side: StartedSide, round: number, progress: (words: string) => void): Promise<void> => {
  const { services, made, read, applied, by } = side;
  const times = round === 0 ? services.length : 1;
  const creations = Array.from({ length: creates * times }, (_, at) => describeCreate(`some-${round}-${at}`));
  made.push(await loadAll(services, { status: 201, requests: creations, count: creations.length }));
  const page = await services[0]!.ask('GET', '/api/v2/organizations/acme/workspaces?page%5Bsize%5D=100');
  const workspaces = (page.data as readonly { id: string }[]).map(({ id }) => id);
  const requests = workspaces.map((id) => ({ method: 'GET', path: `/api/v2/workspaces/${id}` }));
  read.push(await loadAll(services, { status: 200, requests, count: reads * times }));
  applied.push(await loadVariableSets(services, { prefix: `set-${round}`, count: variableSets * times, workspaces }));
  progress(`${by}: ${made.at(-1)!.perSecond.toFixed(0)} creates and ${read.at(-1)!.perSecond.toFixed(0)} reads per second`);
};

const describeCpu = (loads: readonly LoadFigures[]): string => median(loads.map(({ cpuMicroseconds }) => cpuMicroseconds)).toFixed(0);

/** What more processes reach of the rate of one, in pairs of rounds. */
const compareProcesses = (sides: readonly StartedSide[]): readonly Figure[] => {
  const [one, more] = [1, 2].map((processes) => sides.find((side) => side.storage.name === 'PostgreSQL' && side.processes === processes));
  if (!one || !more) return [];
  return (['made', 'read'] as const).map((what) => ({
    title: `${more.by}: ${what === 'made' ? 'creates' : 'reads'}, as a share of one process`,
    unit: '×',
    samples: more[what].slice(1).map(({ perSecond }, at) => perSecond / one[what][at + 1]!.perSecond),
    target: { atLeast: 1 },
    explanation: `1,000 take two processes ${describeCpu(more[what])} ms of CPU, and one ${describeCpu(one[what])} ms; all share two cores`,
  }));
};

/** Durable creates and reads of workspaces, 64 clients over HTTP: each round on every side, in turn. */
export const measureCapacities = async (given: readonly Side[], progress: (words: string) => void): Promise<readonly Figure[]> => {
  const sides: StartedSide[] = [];
  try {
    for (const side of given) sides.push(await startSide(side));
    for (let round = 0; round <= rounds; round++)
      for (const side of round % 2 === 0 ? sides : sides.toReversed()) await measureRound(side, round, progress);
    return [
      ...sides.flatMap(({ by, storage: { name }, made, read, applied }) => [
        ...toFigures(`${by}: creates over HTTP, 64 clients`, made.slice(1), targets[name].creates),
        ...toFigures(`${by}: reads over HTTP, 64 clients`, read.slice(1), targets[name].reads),
        ...toFigures(`${by}: variable sets made and applied, 64 clients`, applied.slice(1)),
      ]),
      ...compareProcesses(sides),
    ];
  } finally {
    for (const { services } of sides) for (const service of services) await service.end();
  }
};
