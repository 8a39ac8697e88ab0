import type { StoredRecord, Store } from '../../../service/src/store/store.ts';

/** How many runs one transaction inserts. */
const batch = 2000;
const workspaces = 1000;
export const plantedWorkspaceId = (at: number): string => `ws-${String(at).padStart(16, '0')}`;
export const plantedWorkspaceName = (at: number): string => `service-${String(at).padStart(4, '0')}`;

interface Planted {
  /** A workspace and a run of it that were made over HTTP: the others are copies of them. */
  readonly workspace: string;
  readonly run: string;
  /** Of all runs. */
  readonly count: number;
  /** The pool of agents of every hundredth workspace. */
  readonly pool: string;
}

/** Of 100,000: 100 are under way, 2,000 wait for somebody, 1,000 errored, 20,000 planned alone. */
const statusOf = (at: number): string => {
  if (at % 1000 === 999) return at % 2000 === 999 ? 'planning' : 'pending';
  if (at % 50 === 2) return 'planned';
  if (at % 100 === 1) return 'errored';
  return at % 5 === 4 ? 'planned_and_finished' : 'applied';
};

/** The runs of eighteen months until now, two thirds of them of the last twelve. */
const timeOf = (at: number, count: number): string => new Date(Date.now() - ((count - at) / count) * 540 * 86_400_000).toISOString();

interface Body {
  readonly createdBy: object;
}
const bodyOf = (template: Body, at: number, count: number, id: string): object => ({
  ...template,
  workspace: plantedWorkspaceId(at % workspaces),
  status: statusOf(at),
  movesAt: null,
  active: ['planned', 'planning', 'pending'].includes(statusOf(at)),
  message: `change ${at}`,
  operation: at % 5 === 4 ? 'plan_only' : at % 1000 === 7 ? 'destroy' : 'plan_and_apply',
  source: at % 10 === 3 ? 'tfe-ui' : 'tfe-api',
  createdBy: { ...template.createdBy, name: `user-${at % 200}` },
  commit: `c0ffee${String(Math.floor(at / 4)).padStart(10, '0')}`,
  createdAt: timeOf(at, count),
  month: timeOf(at, count).slice(0, 7),
  secret: id,
});

/** Inserts copies of a run of the organization `acme`, over 1,000 copies of its workspace. */
export const plantRuns = async (store: Store, { workspace, run, count, pool }: Planted): Promise<void> => {
  const [ofWorkspace, ofRun] = await store.read(async (view) => [
    (await view.get<{ readonly attributes: object }>('workspaces', workspace))!,
    (await view.get<Body>('runs', run)) as StoredRecord<Body>,
  ]);
  await store.write(async (tx) => {
    for (let at = 0; at < workspaces; at++) {
      const [id, name] = [plantedWorkspaceId(at), plantedWorkspaceName(at)];
      const attributes = { ...ofWorkspace.body.attributes, ...(at % 100 === 0 ? { 'agent-pool-id': pool } : {}) };
      const body = { ...ofWorkspace.body, name, attributes, currentRun: null };
      await tx.insert({ id, kind: 'workspaces', scope: 'acme', key: name, name, body });
    }
  });
  for (let from = 0; from < count; from += batch)
    await store.write(async (tx) => {
      for (let at = from; at < Math.min(from + batch, count); at++) {
        const id = `run-${String(at).padStart(16, '0')}`;
        const body = bodyOf(ofRun.body, at, count, id);
        const name = `${id}\nchange ${at}\nuser-${at % 200}`;
        await tx.insert({ id, kind: 'runs', scope: plantedWorkspaceId(at % workspaces), key: id, name, body });
        await tx.link('organization-runs', 'acme', id);
      }
    });
};
