import { listOperations } from '../http/operation.ts';
import type { ReadTransaction } from '../store/store.ts';
import { version } from '@slipway/declarations/version';
import { badRequest } from '../http/problem.ts';
import type { ControlEndpoints } from './control.ts';
import { proveControlToken } from './control-file.ts';
import { renderSettings } from './settings.ts';
import { findStoreFailure } from './store-failure.ts';

const countedKinds: readonly (readonly [name: string, kind: string])[] = [
  ['organizations', 'organizations'],
  ['users', 'users'],
  ['teams', 'teams'],
  ['tokens', 'tokens'],
  ['projects', 'projects'],
  ['workspaces', 'workspaces'],
  ['variable_sets', 'varsets'],
  ['runs', 'runs'],
  ['ci_projects', 'ci-projects'],
  ['ci_contexts', 'ci-contexts'],
  ['ci_pipelines', 'ci-pipelines'],
  ['ci_workflows', 'ci-workflows'],
  ['ci_jobs', 'ci-jobs'],
];
const countRecords = async (view: ReadTransaction): Promise<{ readonly [name: string]: number }> => {
  const counts: Record<string, number> = {};
  for (const [name, kind] of countedKinds) counts[name] = await view.count({ kind });
  return counts;
};

const renderProof = (token: string | undefined, challenge: string | null): { readonly [name: string]: string } => {
  if (challenge === null) return {};
  if (!/^[\w-]{1,128}$/.test(challenge)) throw badRequest('expected 1 to 128 letters, digits, _ and - as challenge', 'challenge');
  return token === undefined ? {} : { 'slipway-proof': proveControlToken(token, challenge) };
};

export const healthControls: ControlEndpoints = {
  /**
   * Callers without trust learn only whether the store answers. `?challenge=`: the header Slipway-Proof proves to who can read the data
   * folder that this service has it open (control-file.ts).
   */
  'GET /_local/health': async ({ store, options }, { trusted, query }) => {
    const headers = renderProof(options.folderToken, query.get('challenge'));
    const problem = await findStoreFailure(store);
    if (problem === undefined) return { headers, body: { status: 'ok' } };
    return {
      status: 503,
      headers: { ...headers, 'retry-after': '1' },
      body: { status: 'unavailable', detail: `the service cannot read its storage${trusted ? `: ${problem}` : ''}` },
    };
  },

  'GET /_local/info': async ({ store, clock, settings, dialect, apis, options, startedAt, journal, recordsBodies }) => ({
    body: {
      version,
      dialect,
      profile: dialect,
      now: clock.now().toISOString(),
      uptimeSeconds: Math.floor((performance.now() - startedAt) / 1000),
      store: options.storeKind ?? 'unknown',
      isolation: options.isolation?.kind ?? null,
      isolationProgram: options.isolation?.program ?? null,
      runImage: options.isolation?.image ?? null,
      runNetwork: options.isolation?.network ?? null,
      services: apis.map(({ name, basePath: base, routes }) => ({ name, base, operations: listOperations(routes).length })),
      settings: renderSettings(settings()),
      controls: {
        changing: options.test === true,
        operatorToken: options.operatorToken !== undefined,
        journalBodies: recordsBodies,
        beginsAgain: options.begin !== undefined,
      },
      requests: journal.total,
      counts: await store.read(countRecords),
    },
  }),
};
