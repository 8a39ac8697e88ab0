import { type Figure, quantile } from '../figure.ts';
import { cpuSeconds } from '../process-usage.ts';
import type { ServiceProcess } from '../service-process.ts';
import { databaseSeconds } from './database-usage.ts';
import { sizes } from './sizes.ts';

/** Of a query. */
export type ListParameters = readonly (readonly [name: string, value: string])[];

export const withParameters = (path: string, parameters: ListParameters): string =>
  `${path}?${new URLSearchParams(parameters.map(([name, value]): [string, string] => [name, value]))}`;

export interface TimedList {
  readonly title: string;
  /** `at` goes from 0 to 199. */
  readonly path: (at: number) => string;
}
export interface ListTiming {
  readonly service: ServiceProcess;
  /** The process of the database server, where it runs on this machine. */
  readonly server?: number | undefined;
  /** What the lists are among. */
  readonly words: string;
  readonly progress: (words: string) => void;
  /** Writes something before each request of the second round. */
  readonly write: (title: string, at: number) => Promise<void>;
}

/** Milliseconds of each request, one after the other; the first one first, then ten that are not counted. */
const timeRequests = async (
  { service }: ListTiming,
  path: (at: number) => string,
  count: number,
  prepare?: (at: number) => Promise<void>,
): Promise<readonly number[]> => {
  const times: number[] = [];
  for (let at = -10; at < count; at++) {
    await prepare?.(at + 10);
    const began = performance.now();
    await service.ask('GET', path(Math.max(at, 0)));
    if (at >= 0) times.push(performance.now() - began);
  }
  return times;
};

/** Processor seconds of the service and of the database. */
const spentBy = ({ service, server }: ListTiming): readonly [number, number] => [
  cpuSeconds(service.pid),
  server === undefined ? 0 : databaseSeconds(server),
];

const describeSpent = async (timing: ListTiming, requests: number, work: () => Promise<unknown>): Promise<string> => {
  const before = spentBy(timing);
  await work();
  const [cpu, database] = spentBy(timing).map((seconds, at) => (((seconds - before[at]!) / requests) * 1000).toFixed(1));
  return `${cpu} ms of the service's CPU${timing.server === undefined ? '' : ` and ${database} ms of PostgreSQL's`}`;
};

const timeList = async (timing: ListTiming, { title: list, path }: TimedList, isAfterWrite: boolean): Promise<Figure> => {
  const title = isAfterWrite ? `${list}, after a write` : list;
  const asked = isAfterWrite ? sizes.listsAfterWrites : sizes.lists;
  const first = isAfterWrite ? '' : `; the first ${await describeSpent(timing, 1, () => timing.service.ask('GET', path(0)))}`;
  let times: readonly number[] = [];
  const spent = await describeSpent(timing, asked + 10, async () => {
    times = await timeRequests(timing, path, asked, isAfterWrite ? (at) => timing.write(title, at) : undefined);
  });
  const writes = isAfterWrite ? ', the write included' : '';
  const explanation = `half took at most ${quantile(times, 0.5).toFixed(1)} ms; ${spent} each${writes}${first}`;
  timing.progress(`${timing.words}: ${title}: p99 ${quantile(times, 0.99).toFixed(1)} ms, ${explanation}`);
  return {
    title: `${timing.words}: ${title}, p99`,
    unit: 'ms',
    samples: [quantile(times, 0.99)],
    target: { atMost: 25 },
    explanation,
  };
};

/** Each list many times, then each after a write. */
export const timeLists = async (timing: ListTiming, lists: readonly TimedList[]): Promise<readonly Figure[]> => {
  const figures: Figure[] = [];
  for (const isAfterWrite of [false, true]) for (const list of lists) figures.push(await timeList(timing, list, isAfterWrite));
  return figures;
};
