import { createThreadPool, workerScript } from '@slipway/schema-tools/threads';
import { TooManySecrets } from '../../../runner/mask/output-mask.ts';
import { createPlanDocuments, type PlanTexts, type PreparedPlan } from './create-plan-documents.ts';

/** Characters. A plan of this size takes some milliseconds; to start a thread takes 30. */
const inPlace = 128 * 1024;

const pool = createThreadPool(() => workerScript(import.meta.url, 'worker', 'plan-worker'), {
  threads: 2,
  milliseconds: 120_000,
  memory: 4096,
  waiting: 1000,
  smallCharacters: 2 * 1024 * 1024,
  idle: 30_000,
});

/** The documents of a plan; those of a large one are made in a worker thread. Rejects with TaskAbandoned and TooManySecrets. */
export const preparePlanDocuments = async (texts: PlanTexts): Promise<PreparedPlan> => {
  const size = texts.json.length + texts.schemas.length;
  if (size <= inPlace) return createPlanDocuments(texts);
  const prepared = (await pool.run(texts, size)) as PreparedPlan | undefined;
  if (!prepared) throw new TooManySecrets();
  return prepared;
};
