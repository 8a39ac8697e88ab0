import type { Transaction } from '../../store/store.ts';

const idsOf = async (tx: Transaction, kind: string, projects: readonly string[]): Promise<readonly string[]> =>
  (await tx.list({ kind, scope: projects })).records.map(({ id }) => id);

const ofJobs = ['ci-artifacts', 'ci-job-nodes', 'ci-workspace-layers'];
const ofProjects = ['ci-jobs', 'ci-pipelines', 'ci-counters', 'ci-configurations', 'ci-job-outcomes', 'ci-caches'];

/** Deletes everything that pipelines of projects left. Files are removed later, when no record names them. */
export const deletePipelines = async (tx: Transaction, projects: readonly string[]): Promise<void> => {
  const [pipelines, jobs] = await Promise.all([idsOf(tx, 'ci-pipelines', projects), idsOf(tx, 'ci-jobs', projects)]);
  const find = async (filter: Parameters<Transaction['list']>[0]): Promise<readonly string[]> =>
    (await tx.list(filter)).records.map(({ id }) => id);
  const [continuations, claims] = await Promise.all([
    pipelines.length === 0 ? [] : find({ kind: 'ci-continuations', scope: '', body: [{ path: 'pipeline', is: pipelines }] }),
    jobs.length === 0 ? [] : find({ kind: 'ci-claims', scope: '', keys: jobs }),
  ]);
  await Promise.all([
    tx.deleteMany({ kinds: ['ci-workflows'], scopes: pipelines }),
    tx.deleteMany({ kinds: ['ci-continuations', 'ci-claims'], ids: [...continuations, ...claims] }),
    tx.deleteMany({ kinds: ofJobs, scopes: jobs }),
    tx.deleteMany({ kinds: ofProjects, scopes: projects }),
  ]);
};
