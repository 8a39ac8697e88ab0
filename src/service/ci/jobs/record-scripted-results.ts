import type { StoredRecord, Transaction } from '../../store/store.ts';
import { isJobOver } from '../configuration/index.ts';
import { recordTestResults } from '../insights/record-runs.ts';
import type { Artifact, Job, JobOutcome } from './job-records.ts';

/** What a scripted job leaves when it ends as its script says: its artifacts, and its test results once. A job that never ran leaves nothing. */
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
