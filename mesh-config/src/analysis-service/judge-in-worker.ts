import { createThreadPool, type ThreadPoolLimits, workerScript } from '@slipway/schema-tools/threads';
import type { DocumentFindings, DocumentJudge } from '../analysis/document-judge.ts';
import { toDocument } from '../analysis/resource-fields.ts';
import { toData } from '../validation/reviews/review-task.ts';
import type { KindSchemas } from '../validation/schemas/schema-library.ts';
import { isLargerThan } from './document-size.ts';
import type { JudgeResult, JudgeTask } from './judge-task.ts';

/** Characters and values of a document that is judged between two other pieces of work. */
export const mostCharactersInPlace = 16 * 1024;
/** Documents are validated one after the other, each with this time limit. */
export const judgeLimits: ThreadPoolLimits = {
  threads: 1,
  milliseconds: 10_000,
  memory: 512,
  waiting: 64,
  smallCharacters: Infinity,
  idle: 60_000,
};

export interface JudgeWorker {
  readonly judge: DocumentJudge;
  stop(): Promise<void>;
}

/** A worker thread for long documents of the analysis. `schemas`: those of CRDs and overlays in use; a new map for each change. */
export const createJudgeWorker = (
  schemas: () => ReadonlyMap<string, KindSchemas> = () => new Map(),
  limits: ThreadPoolLimits = judgeLimits,
): JudgeWorker => {
  const pool = createThreadPool(workerScript(import.meta.url, 'worker', 'mesh-analysis-worker'), limits);
  const none: ReadonlyMap<string, KindSchemas> = new Map();
  let [from, generation]: [unknown, number] = [undefined, 0];
  const run = async (task: Omit<JudgeTask, 'generation' | 'schemas'>): Promise<DocumentFindings> => {
    const now = schemas();
    const used = now.size === 0 ? none : now;
    if (from !== used) [from, generation] = [used, generation + 1];
    const first = (await pool.run({ ...task, generation })) as JudgeResult;
    if (!('missing' in first)) return first;
    return (await pool.run({ ...task, generation, schemas: toData(used) })) as DocumentFindings;
  };
  return {
    judge: (resource) => {
      const document = toDocument(resource);
      if (!isLargerThan(document, mostCharactersInPlace)) return undefined;
      return run({ collection: resource.collection, document }).catch((error: unknown) => ({
        violations: [],
        deprecations: [],
        unjudged: error instanceof Error ? error.message : String(error),
      }));
    },
    stop: () => pool.close(),
  };
};
