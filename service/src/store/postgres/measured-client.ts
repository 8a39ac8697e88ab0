import type pg from 'pg';
import type { StatementMetrics } from '../statement-metrics.ts';

type Query = (...query: unknown[]) => unknown;

const readText = (query: unknown): string =>
  typeof query === 'string' ? query : ((query as { readonly text?: string } | null)?.text ?? '');

/** Has every statement of this connection recorded when its answer is here, failed ones included. */
export const measureClient = (client: pg.ClientBase, metrics: StatementMetrics): void => {
  const send = client.query.bind(client) as Query;
  const query: Query = (...args) => {
    const began = performance.now();
    const answer = send(...args);
    const end = (): void => metrics.record(readText(args[0]), performance.now() - began);
    // A caller with a callback, such as the pool's own query, gets no promise.
    if (answer instanceof Promise) answer.then(end, end);
    return answer;
  };
  client.query = query as typeof client.query;
};
