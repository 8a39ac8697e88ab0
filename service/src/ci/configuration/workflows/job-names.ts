import type { JobCall, WorkflowCalls } from './job-call.ts';

/** Numbers jobs that request the same name, and jobs that run twice in one workflow: `hello-1`, `hello-2`. */
const numberNames = (
  wanted: string,
  calls: readonly (readonly [string, JobCall])[],
  isTaken: (name: string) => boolean,
  names: Map<JobCall, string>,
): void => {
  const values = new Map<string, string>();
  let number = 0;
  const seen = new Map<string, number>();
  for (const [workflow, call] of calls) {
    const turn = (seen.get(`${workflow}\n${call.canonicalText}`) ?? 0) + 1;
    seen.set(`${workflow}\n${call.canonicalText}`, turn);
    const key = `${turn}\n${call.canonicalText}`;
    let name = values.get(key);
    while (name === undefined || (!values.has(key) && isTaken(name))) name = `${wanted}-${(number += 1)}`;
    values.set(key, name);
    names.set(call, name);
  }
};

/** Assigns final names: the requested name if it means one job that runs once per workflow, or else a numbered name. */
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
