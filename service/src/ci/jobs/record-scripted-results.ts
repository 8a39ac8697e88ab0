import type { StoredRecord, Transaction } from '../../store/store.ts';
import { isJobOver } from '../configuration/states/statuses.ts';
import { recordTestResults } from '../insights/record-runs.ts';
import type { Artifact, Job, JobOutcome } from './job-records.ts';

/** Stores the artifacts and test results of a scripted job when it ends as scripted. A job that never ran has none. */
export const recordScriptedResults = async (
  tx: Transaction,
  newId: (prefix: string) => string,
  before: StoredRecord<Job>,
  after: StoredRecord<Job>,
  script: JobOutcome | undefined,
): Promise<void> => {
  const { status, startedAt } = after.body;
  if (!script || startedAt === null || !isJobOver(status) || isJobOver(before.body.status) || status !== script.outcome) return;
  await recordTestResults(tx, after, script.tests ?? []);
  for (const { path, content } of script.artifacts ?? [])
    await tx.insert<Artifact>({
      id: newId('uuid'),
      kind: 'ci-artifacts',
      scope: before.id,
      key: `0/${path}`,
      name: path,
      body: { path, node: 0, size: Buffer.byteLength(content), content, file: null },
    });
};
