import { createThreadPool, TaskAbandoned, type ThreadPoolLimits, workerScript } from '@slipway/schema-tools/threads';
import type { KindSchemas } from '../schemas/schema-library.ts';
import type { ReviewedBody } from './review-body.ts';
import { type KindSchemasAsData, type MissingSchemas, type ReviewTask, toData } from './review-task.ts';

/** There is no verdict: the call has failed, and the webhook's `failurePolicy` decides. */
export interface UnansweredReview {
  readonly status: 503 | 504;
  readonly message: string;
}
export interface ReviewWorkers {
  /** Judges a body in another thread. Takes at most `milliseconds` and, where the thread lacks the schemas, twice `longestWait`. */
  review(body: Uint8Array): Promise<ReviewedBody | UnansweredReview>;
  stop(): Promise<void>;
}

/** Waiting and validating together take at most 9 s, because an API server waits 10 s by default. */
export const reviewLimits: ThreadPoolLimits & { readonly longestWait: number } = {
  threads: 2,
  longestWait: 2000,
  milliseconds: 5000,
  memory: 512,
  waiting: 16,
  smallCharacters: 256 * 1024,
  idle: 300_000,
};

const toUnanswered = ({ message, reason }: TaskAbandoned): UnansweredReview =>
  reason === 'crowd'
    ? { status: 503, message: `the review was not validated: ${message}` }
    : { status: 504, message: `the object was not validated: ${message}; split it into smaller objects` };

/** Worker threads for reviews that may be expensive. `schemas`: those in use; a new map for each change. */
export const createReviewWorkers = (
  schemas: () => ReadonlyMap<string, KindSchemas>,
  limits: ThreadPoolLimits = reviewLimits,
): ReviewWorkers => {
  const pool = createThreadPool(workerScript(import.meta.url, 'worker', 'mesh-review-worker'), limits);
  let current: { readonly from: unknown; readonly generation: number; readonly data: KindSchemasAsData } | undefined;
  const currentSchemas = (): NonNullable<typeof current> => {
    const from = schemas();
    if (current?.from !== from) current = { from, generation: (current?.generation ?? 0) + 1, data: toData(from) };
    return current;
  };
  const run = async (body: Uint8Array): Promise<ReviewedBody> => {
    const { generation, data } = currentSchemas();
    const ask = (task: ReviewTask): Promise<unknown> => pool.run(task, body.length);
    const first = (await ask({ body, generation })) as ReviewedBody | MissingSchemas;
    return 'missing' in first ? ((await ask({ body, generation, schemas: data })) as ReviewedBody) : first;
  };
  return {
    review: (body) =>
      run(body).catch((error: unknown) => {
        if (error instanceof TaskAbandoned) return toUnanswered(error);
        throw error;
      }),
    stop: () => pool.close(),
  };
};
