import type { QueuedDelivery } from '../../delivery/delivery-queue.ts';
import type { Transaction } from '../../store/store.ts';
import { createApiToken, generateTokenSecret } from '../organizations/bootstrap.ts';
import type { Clock } from '../../http/route.ts';
import { newId } from '../../store/new-id.ts';

/** The body of a record of kind `task-calls`: scope the workspace's ID, key the task result's. */
export interface TaskCall extends QueuedDelivery {
  /** ID of the task result. */
  readonly result: string;
}
export const taskCallQueue = { kind: 'task-calls', link: 'task-calls' } as const;
/** Links `all` → each task result that was asked for and is not there yet. */
export const awaitedResultsLink = 'awaited-task-results';

/** Milliseconds in which a task has to report, or to report progress. */
export const reportTimeout = 600_000;
/** A task that reports progress again and again keeps its token for that long. */
const tokenLifetime = 6 * 3_600_000;

/** Issues a token that can only read the plan of the result's run and write the result. */
export const issueTaskToken = async (tx: Transaction, clock: Clock, organization: string, taskResult: string): Promise<string> => {
  const secret = generateTokenSecret();
  const token = await createApiToken(
    tx,
    { clock, newId },
    {
      secret,
      owner: { kind: 'organization', id: organization },
      description: `run task result ${taskResult}`,
      expiresAt: new Date(clock.now().getTime() + tokenLifetime).toISOString(),
      purpose: 'run-task',
      taskResult,
    },
  );
  await tx.link('task-result-tokens', taskResult, token.id);
  return secret;
};

/** Takes back the tokens that were issued for a result. */
export const revokeTaskTokens = async (tx: Transaction, taskResult: string): Promise<void> => {
  for (const { to } of await tx.listLinks('task-result-tokens', { from: taskResult })) await tx.delete('tokens', to);
};
