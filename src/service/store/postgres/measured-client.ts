import pg from 'pg';
import type { StatementMetrics } from '../statement-metrics.ts';

type Query = (this: pg.ClientBase, ...query: unknown[]) => unknown;

const readText = (query: unknown): string =>
  typeof query === 'string' ? query : ((query as { readonly text?: string } | null)?.text ?? '');

/** Has every statement of this connection recorded when its answer is here, failed ones included. */
export const measureClient = (client: pg.ClientBase, metrics: StatementMetrics): void => {
  const query: Query = (...args) => {
    const began = performance.now();
    const answer = (pg.Client.prototype.query as Query).apply(client, args);
    const end = (): void => metrics.record(readText(args[0]), performance.now() - began);
    // A caller with a callback, such as the pool's own query, gets no promise.
    if (answer instanceof Promise) answer.then(end, end);
    return answer;
  };
  client.query = query as typeof client.query;
};
