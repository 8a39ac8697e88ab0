import { createThreadPool, TaskAbandoned, workerScript } from '@slipway/schema-tools/threads';
import type { PolicyEvaluationTask } from './evaluate-policy-sets.ts';
import type { PolicySetResult } from './policy-result.ts';

const pool = createThreadPool(() => workerScript(import.meta.url, 'worker', 'policy-worker'), {
  threads: 2,
  milliseconds: 20_000,
  memory: 512,
  waiting: 64,
  smallCharacters: 32 * 1024,
  idle: 30_000,
});

const countCharacters = ({ sets, plan }: PolicyEvaluationTask): number =>
  sets.flatMap(({ files }) => Object.values(files)).reduce((sum, { length }) => sum + length, plan?.length ?? 0);

const toErroredSet =
  (reason: string) =>
  ({ name, description, overridable, toolVersion }: PolicyEvaluationTask['sets'][number]): PolicySetResult => ({
    name,
    description,
    overridable,
    toolVersion,
    error: `the policies cannot be evaluated here: ${reason}`,
    warnings: [],
    counts: { 'advisory-failed': 0, 'mandatory-failed': 0, passed: 0, errored: 1 },
    results: [],
  });

/**
 * Evaluates policy sets in a worker thread; sets that take too long or too much memory are errored. Undefined: too many evaluations wait,
 * try again later. Do not call it in a transaction.
 */
export const evaluateInWorker = async (task: PolicyEvaluationTask): Promise<readonly PolicySetResult[] | undefined> => {
  try {
    return (await pool.run(task, countCharacters(task))) as readonly PolicySetResult[];
  } catch (error) {
    if (!(error instanceof TaskAbandoned)) throw error;
    return error.reason === 'crowd' ? undefined : task.sets.map(toErroredSet(error.message));
  }
};
