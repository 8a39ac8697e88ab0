import type { Call, WorkflowCalls } from './call.ts';

/** Numbers for jobs that want the same name and are not the same, or run twice in one workflow: `hello-1`, `hello-2`. */
const numbered = (wanted: string, calls: readonly (readonly [string, Call])[], isTaken: (name: string) => boolean, names: Map<Call, string>): void => {
  const given = new Map<string, string>();
  let number = 0;
  const seen = new Map<string, number>();
  for (const [workflow, call] of calls) {
    const turn = (seen.get(`${workflow}\n${call.text}`) ?? 0) + 1;
    seen.set(`${workflow}\n${call.text}`, turn);
    const key = `${turn}\n${call.text}`;
    let name = given.get(key);
    while (name === undefined || (!given.has(key) && isTaken(name))) name = `${wanted}-${number += 1}`;
    given.set(key, name);
    names.set(call, name);
  }
};

/** The names that the jobs of all workflows end up with: as wanted where one name means one job that runs once in each workflow. */
export const finalNames = (workflows: readonly WorkflowCalls[]): ReadonlyMap<Call, string> => {
  const wanted = new Map<string, [string, Call][]>();
  for (const { name, calls } of workflows) for (const call of calls) {
    const sharing = wanted.get(call.wanted);
    if (sharing) sharing.push([name, call]); else wanted.set(call.wanted, [[name, call]]);
  }
  const names = new Map<Call, string>();
  for (const [name, calls] of wanted) {
    const isOne = calls.every(([, { text }]) => text === calls[0]![1].text) && new Set(calls.map(([workflow]) => workflow)).size === calls.length;
    if (isOne) for (const [, call] of calls) names.set(call, name);
    else numbered(name, calls, (taken) => wanted.has(taken), names);
  }
  return names;
};
