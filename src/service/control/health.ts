import { setTimeout as wait } from 'node:timers/promises';
import { operationsOf } from '../operation.ts';
import type { View } from '../store/store.ts';
import { version } from '../../version.ts';
import type { Controls } from './control.ts';
import { settingsTold } from './settings.ts';

/** A store that has not answered by then (milliseconds) does not answer, for who asks every few seconds. */
const patience = 2000;

const counted: readonly (readonly [name: string, kind: string])[] = [
  ['organizations', 'organizations'], ['users', 'users'], ['teams', 'teams'], ['tokens', 'tokens'], ['projects', 'projects'], ['workspaces', 'workspaces'],
  ['variable_sets', 'varsets'], ['runs', 'runs'], ['ci_projects', 'ci-projects'], ['ci_contexts', 'ci-contexts'], ['ci_pipelines', 'ci-pipelines'],
  ['ci_workflows', 'ci-workflows'], ['ci_jobs', 'ci-jobs'],
];
const countsOf = async (view: View): Promise<{ readonly [name: string]: number }> => {
  const counts: Record<string, number> = {};
  for (const [name, kind] of counted) counts[name] = await view.count({ kind });
  return counts;
};

export const healthControls: Controls = {
  /** Of a store that does not answer strangers are told nothing but that. */
  'GET /_local/health': async ({ store }, { trusted }) => {
    const late = new AbortController();
    // What is not there is asked for every time; what is may be remembered.
    const asked = store.read((view) => view.get('health', 'none')).then(() => undefined, (error: Error) => error.message);
    const problem = await Promise.race([asked, wait(patience, `it did not answer within ${patience / 1000} seconds`, { signal: late.signal, ref: false }).catch(() => undefined)]);
    late.abort();
    if (problem === undefined) return { body: { status: 'ok' } };
    return { status: 503, headers: { 'retry-after': '1' }, body: { status: 'unavailable', detail: `the service cannot read its storage${trusted ? `: ${problem}` : ''}` } };
  },

  'GET /_local/info': async ({ store, clock, settings, profile, surfaces, options, began, journal, keepsBodies }) => ({
    body: {
      version, profile, now: clock.now().toISOString(), uptimeSeconds: Math.floor((performance.now() - began) / 1000),
      store: options.kept ?? 'unknown',
      services: surfaces.map(({ name, base, routes }) => ({ name, base, operations: operationsOf(routes).length })),
      settings: settingsTold(settings()), controls: { changing: options.test === true, operatorToken: options.operatorToken !== undefined, journalBodies: keepsBodies },
      requests: journal.total, counts: await store.read(countsOf),
    },
  }),
};
