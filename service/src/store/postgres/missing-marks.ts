import type { SqlSession } from '../sql-dialect.ts';
import { createMarksSql, marksOfRead } from './write-marks.ts';

export interface Mark {
  readonly key: string;
  readonly value: string;
}
type Write = <T>(work: (session: SqlSession) => Promise<T>, organizations?: readonly string[]) => Promise<T>;

/** Makes the marks of organizations that are missing; one unit of work at a time. */
export const createMissingMarks = (write: Write) => {
  let making: Promise<unknown> | undefined;
  return (organizations: readonly string[], missing: readonly string[]): void => {
    const marks = marksOfRead(organizations);
    const isWhole = missing.includes(marks[0]!);
    making ??= write(
      (session) => session.query(createMarksSql, [isWhole ? [marks[0]] : marks.slice(1)]),
      isWhole ? undefined : organizations,
    )
      // The next list finds them missing, and tries again.
      .catch(() => {})
      .finally(() => (making = undefined));
  };
};
