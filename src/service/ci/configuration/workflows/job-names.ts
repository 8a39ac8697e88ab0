import type { JobCall, WorkflowCalls } from './job-call.ts';

/** Numbers for jobs that want the same name and are not the same, or run twice in one workflow: `hello-1`, `hello-2`. */
const numberNames = (
  wanted: string,
  calls: readonly (readonly [string, JobCall])[],
  isTaken: (name: string) => boolean,
  names: Map<JobCall, string>,
): void => {
  const given = new Map<string, string>();
  let number = 0;
  const seen = new Map<string, number>();
  for (const [workflow, call] of calls) {
    const turn = (seen.get(`${workflow}\n${call.canonicalText}`) ?? 0) + 1;
    seen.set(`${workflow}\n${call.canonicalText}`, turn);
    const key = `${turn}\n${call.canonicalText}`;
    let name = given.get(key);
    while (name === undefined || (!given.has(key) && isTaken(name))) name = `${wanted}-${(number += 1)}`;
    given.set(key, name);
    names.set(call, name);
  }
};

/** The names that the jobs of all workflows end up with: as wanted where one name means one job that runs once in each workflow. */
export const assignJobNames = (workflows: readonly WorkflowCalls[]): ReadonlyMap<JobCall, string> => {
  const wanted = new Map<string, [string, JobCall][]>();
  for (const { name, calls } of workflows)
    for (const call of calls) {
      const sharing = wanted.get(call.requestedName);
      if (sharing) sharing.push([name, call]);
      else wanted.set(call.requestedName, [[name, call]]);
    }
  const names = new Map<JobCall, string>();
  for (const [name, calls] of wanted) {
    const isOne =
      calls.every(([, { canonicalText: text }]) => text === calls[0]![1].canonicalText) &&
      new Set(calls.map(([workflow]) => workflow)).size === calls.length;
    if (isOne) for (const [, call] of calls) names.set(call, name);
    else numberNames(name, calls, (taken) => wanted.has(taken), names);
  }
  return names;
};
