import type { Transaction } from '../../store/store.ts';

/** The next number of a project's pipelines or jobs; the first is 1. */
export const nextNumber = async (
  tx: Transaction,
  newId: (prefix: string) => string,
  project: string,
  of: 'pipeline' | 'job',
): Promise<number> => {
  const last = await tx.getByKey<number>('ci-counters', project, of);
  if (!last) await tx.insert<number>({ id: newId('uuid'), kind: 'ci-counters', scope: project, key: of, name: of, body: 1 });
  else await tx.update<number>(last, { body: last.body + 1 });
  return (last?.body ?? 0) + 1;
};
