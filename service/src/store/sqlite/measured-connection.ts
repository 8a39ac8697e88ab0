import type { StatementMetrics } from '../statement-metrics.ts';
import type { SqliteConnection } from './sqlite-connection.ts';

/** The connection, with every statement recorded, failed ones included. */
export const measureConnection = (connection: SqliteConnection, metrics: StatementMetrics): SqliteConnection => {
  const measure = <T>(sql: string, work: () => T): T => {
    const began = performance.now();
    try {
      return work();
    } finally {
      metrics.record(sql, performance.now() - began);
    }
  };
  return {
    query: (sql, values) => measure(sql, () => connection.query(sql, values)),
    execute: (sql) => {
      measure(sql, () => {
        connection.execute(sql);
      });
    },
    isInTransaction: connection.isInTransaction,
    close: connection.close,
  };
};
