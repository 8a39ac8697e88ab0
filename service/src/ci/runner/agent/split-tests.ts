import { AgentFailure, type AgentIo, type TestTimings, type TimingsType, UsageError } from './agent-io.ts';
import { type AgentOptions, readNumber } from './agent-options.ts';

export const splitOptions = ['split-by', 'timings-type', 'time-default', 'index', 'total'] as const;
const timingsTypes: readonly TimingsType[] = ['filename', 'classname', 'testname'];

interface WeightedName {
  readonly name: string;
  readonly weight: number;
}
const byName = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Assigns the longest tests first, each to the run with the least total. The result is the same on every parallel run. */
function takeByWeight(names: readonly WeightedName[], index: number, total: number): readonly string[] {
  const loads = Array.from({ length: total }, () => ({ weight: 0, names: [] as string[] }));
  for (const { name, weight } of [...names].sort((a, b) => b.weight - a.weight || byName(a.name, b.name))) {
    const lightest = loads.reduce((least, load) => (load.weight < least.weight ? load : least));
    lightest.weight += weight;
    lightest.names.push(name);
  }
  return loads[index]!.names.sort(byName);
}
const takeByName = (names: readonly string[], index: number, total: number): readonly string[] =>
  [...names].sort(byName).filter((_, position) => position % total === index);

const secondsOf = (text: string): number => {
  const [, amount, unit = 's'] = /^([0-9]+(?:\.[0-9]+)?)(ms|s|m|h)?$/.exec(text) ?? [];
  if (amount === undefined) throw new UsageError(`--time-default is not a duration, such as 10s: ${text}`);
  return Number(amount) * { ms: 0.001, s: 1, m: 60, h: 3600 }[unit as 'ms' | 's' | 'm' | 'h'];
};
const timeOf = (times: Readonly<Record<string, number>>, name: string): number | undefined => {
  const plain = name.replace(/^\.\//, '');
  return Object.hasOwn(times, name) ? times[name] : Object.hasOwn(times, plain) ? times[plain] : undefined;
};

/** The type that is asked for, or else that which has times of most names. */
function selectTimings(timings: TestTimings, names: readonly string[], asked: string | undefined): Readonly<Record<string, number>> {
  if (asked !== undefined && !timingsTypes.includes(asked as TimingsType))
    throw new UsageError(`--timings-type is one of ${timingsTypes.join(', ')}, not ${asked}`);
  if (asked !== undefined) return timings[asked as TimingsType];
  const known = (type: TimingsType): number => names.filter((name) => timeOf(timings[type], name) !== undefined).length;
  return timings[timingsTypes.reduce((best, type) => (known(type) > known(best) ? type : best))];
}

async function weighByTimings(
  io: AgentIo,
  names: readonly string[],
  { values }: AgentOptions,
): Promise<readonly WeightedName[] | undefined> {
  const timings = await io.readTimings();
  const times = timings && selectTimings(timings, names, values['timings-type']);
  const known = times ? names.flatMap((name) => timeOf(times, name) ?? []) : [];
  if (!times || known.length === 0) {
    io.writeError('No earlier run of this job has stored times of these tests; they are split by name.\n');
    return undefined;
  }
  const average = known.reduce((sum, time) => sum + time, 0) / known.length;
  const otherwise = values['time-default'] === undefined ? average : secondsOf(values['time-default']);
  return names.map((name) => ({ name, weight: timeOf(times, name) ?? otherwise }));
}
const weighBySize = (io: AgentIo, names: readonly string[]): Promise<readonly WeightedName[]> =>
  Promise.all(
    names.map(async (name) => ({
      name,
      weight: await io.sizeOf(name).catch(() => {
        throw new AgentFailure(`there is no file ${name}, whose size is asked for`);
      }),
    })),
  );

/** Which of the parallel runs this is. */
function readPlace({ environment }: AgentIo, { values }: AgentOptions): { index: number; total: number } {
  const total = readNumber(values['total'] ?? environment['CIRCLE_NODE_TOTAL'] ?? environment['CI_NODE_TOTAL'] ?? '1', '--total');
  const index = readNumber(values['index'] ?? environment['CIRCLE_NODE_INDEX'] ?? environment['CI_NODE_INDEX'] ?? '0', '--index');
  if (total < 1 || index >= total) throw new UsageError(`--index is less than --total, not ${index} of ${total}`);
  return { index, total };
}

/** The names, one a line, that this parallel run takes. @throws UsageError, AgentFailure */
export async function selectTests(io: AgentIo, text: string, options: AgentOptions): Promise<readonly string[]> {
  const names = text.split(/\r?\n/).filter((name) => name.trim() !== '');
  const { index, total } = readPlace(io, options);
  const way = options.values['split-by'] ?? 'name';
  if (!['name', 'filesize', 'timings'].includes(way)) throw new UsageError(`--split-by is one of name, filesize, timings, not ${way}`);
  const weighted =
    way === 'filesize' ? await weighBySize(io, names) : way === 'timings' ? await weighByTimings(io, names, options) : undefined;
  const chosen = weighted ? takeByWeight(weighted, index, total) : takeByName(names, index, total);
  if (options.flags.has('show-counts')) io.writeError(`${chosen.length} of ${names.length} tests, as run ${index + 1} of ${total}\n`);
  return chosen;
}
