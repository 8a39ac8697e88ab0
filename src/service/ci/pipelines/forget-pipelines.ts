import type { Transaction } from '../../store/store.ts';
import type { Pipeline } from './stored.ts';

/** Everything that a project's pipelines left. */
export const forgetPipelines = async (tx: Transaction, project: string): Promise<void> => {
  const pipelines = (await tx.list<Pipeline>({ kind: 'ci-pipelines', scope: project })).records;
  const ids = new Set(pipelines.map(({ id }) => id));
  for (const { id } of ids.size === 0 ? [] : (await tx.list({ kind: 'ci-workflows', scope: [...ids] })).records) await tx.delete('ci-workflows', id);
  for (const { id } of ids.size === 0 ? [] : (await tx.list({ kind: 'ci-continuations', scope: '', body: [{ path: 'pipeline', is: [...ids] }] })).records) await tx.delete('ci-continuations', id);
  for (const kind of ['ci-jobs', 'ci-pipelines', 'ci-counters', 'ci-configurations', 'ci-job-outcomes'])
    for (const { id } of (await tx.list({ kind, scope: project })).records) await tx.delete(kind, id);
};
