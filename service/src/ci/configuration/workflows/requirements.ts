import type { RequiredStatus } from '../configuration.ts';
import { summarizeNames } from '../summarize-names.ts';
import type { CompileSession } from '../compile-session.ts';
import type { JobCall } from './job-call.ts';

/** A required job with its accepted final statuses. */
export interface JobRequirement {
  readonly call: JobCall;
  readonly statuses: readonly RequiredStatus[];
}
export type JobRequirements = ReadonlyMap<JobCall, readonly JobRequirement[]>;

const groupCalls = (calls: readonly JobCall[], nameOf: (call: JobCall) => string | undefined): ReadonlyMap<string, readonly JobCall[]> => {
  const groups = new Map<string, JobCall[]>();
  for (const call of calls) {
    const name = nameOf(call);
    if (name === undefined) continue;
    const lookup = groups.get(name);
    if (lookup) lookup.push(call);
    else groups.set(name, [call]);
  }
  return groups;
};

/** Resolves the requirements of a workflow's jobs. An unknown or ambiguous name is a fault. */
export const resolveRequirements = (calls: readonly JobCall[], session: CompileSession): JobRequirements => {
  const [byName, byAlias] = [groupCalls(calls, ({ requestedName: wanted }) => wanted), groupCalls(calls, ({ alias }) => alias)];
  const names = summarizeNames(new Set([...byAlias.keys(), ...byName.keys()]));
  return new Map(
    calls.map((call) => [
      call,
      call.requirements.flatMap(({ name, statuses, pointer }): JobRequirement[] => {
        const lookup = byName.get(name) ?? byAlias.get(name);
        const isMatrix = lookup !== undefined && lookup === byAlias.get(name);
        if (!lookup) session.reportFault(pointer, `no job of this workflow is called ${name}; it has: ${names}`);
        else if (lookup.length > 1 && !isMatrix)
          session.reportFault(pointer, `${lookup.length} jobs of this workflow are called ${name}; give each a \`name\` of its own`);
        else return lookup.map((required) => ({ call: required, statuses }));
        return [];
      }),
    ]),
  );
};

/** The jobs that can never run, since each waits for another of them. */
const findBlockedCalls = (calls: readonly JobCall[], requirements: JobRequirements): ReadonlySet<JobCall> => {
  const dependents = new Map<JobCall, JobCall[]>(calls.map((call) => [call, []]));
  const waiting = new Map<JobCall, number>();
  for (const call of calls) {
    const required = new Set(requirements.get(call)!.map((one) => one.call));
    waiting.set(call, required.size);
    for (const one of required) dependents.get(one)!.push(call);
  }
  const ready = calls.filter((call) => waiting.get(call) === 0);
  for (let call = ready.pop(); call; call = ready.pop()) {
    waiting.delete(call);
    for (const dependent of dependents.get(call)!) {
      const left = waiting.get(dependent)! - 1;
      waiting.set(dependent, left);
      if (left === 0) ready.push(dependent);
    }
  }
  return new Set(waiting.keys());
};

/** A cycle of jobs that wait for each other, which ends with its first job; undefined if all can run. */
const findCycle = (calls: readonly JobCall[], requirements: JobRequirements): readonly JobCall[] | undefined => {
  const left = findBlockedCalls(calls, requirements);
  const way = new Map<JobCall, number>();
  for (let [call] = left; call; call = requirements.get(call)!.find((required) => left.has(required.call))!.call) {
    const from = way.get(call);
    if (from !== undefined) return [...[...way.keys()].slice(from), call];
    way.set(call, way.size);
  }
  return undefined;
};

/** Reports a cycle of requirements. */
export const reportCycle = (calls: readonly JobCall[], requirements: JobRequirements, session: CompileSession): void => {
  const lookup = findCycle(calls, requirements);
  if (!lookup) return;
  const shown =
    lookup.length > 12
      ? [...lookup.slice(0, 11).map(({ requestedName: wanted }) => wanted), '…']
      : lookup.map(({ requestedName: wanted }) => wanted);
  session.reportFault(`${lookup[0]!.pointer}/requires`, `these jobs wait for each other: ${shown.join(' requires ')}`);
};
