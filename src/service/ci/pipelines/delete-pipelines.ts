import type { Transaction } from '../../store/store.ts';
import type { Pipeline } from './pipeline-records.ts';

/** Deletes everything that a project's pipelines left. Files are removed later, when no record names them. */
export const deletePipelines = async (tx: Transaction, project: string): Promise<void> => {
  const pipelines = (await tx.list<Pipeline>({ kind: 'ci-pipelines', scope: project })).records;
  const ids = new Set(pipelines.map(({ id }) => id));
  for (const { id } of ids.size === 0 ? [] : (await tx.list({ kind: 'ci-workflows', scope: [...ids] })).records)
    await tx.delete('ci-workflows', id);
  for (const { id } of ids.size === 0
    ? []
    : (await tx.list({ kind: 'ci-continuations', scope: '', body: [{ path: 'pipeline', is: [...ids] }] })).records)
    await tx.delete('ci-continuations', id);
  const jobs = (await tx.list({ kind: 'ci-jobs', scope: project })).records.map(({ id }) => id);
  if (jobs.length > 0)
    for (const kind of ['ci-artifacts', 'ci-job-nodes', 'ci-workspace-layers', 'ci-claims'])
      for (const { id } of (await tx.list({ kind, ...(kind === 'ci-claims' ? { scope: '', keys: jobs } : { scope: jobs }) })).records)
        await tx.delete(kind, id);
  for (const kind of ['ci-jobs', 'ci-pipelines', 'ci-counters', 'ci-configurations', 'ci-job-outcomes', 'ci-caches'])
    for (const { id } of (await tx.list({ kind, scope: project })).records) await tx.delete(kind, id);
};
