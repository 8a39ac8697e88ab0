import type { SqlRow } from '../sql-row.ts';
import type { ReadEvidence } from '../store.ts';
import type { RowCache } from './row-cache.ts';

export interface EvidenceRecord {
  add(sql: string, values: readonly unknown[], rows: readonly SqlRow[]): void;
  /** Something was asked for that is not kept. */
  addUnkept(): void;
  /** Undefined: not all that was read is kept. */
  list(): ReadEvidence | undefined;
}

interface Answer {
  readonly sql: string;
  readonly values: readonly unknown[];
  readonly rows: readonly SqlRow[];
}

/**
 * Records what a unit reads. The cache drops rows with any write that may change them, and rows that are read again are new objects:
 * therefore identical, not just equal, rows prove that nothing was written to them.
 */
export const createEvidenceRecord = (cache: RowCache): EvidenceRecord => {
  const answers: Answer[] = [];
  let isKept = true;
  const isCurrent = (): boolean => answers.every(({ sql, values, rows }) => cache.recall(sql, values) === rows);
  return {
    add(sql, values, rows) {
      answers.push({ sql, values, rows });
    },
    addUnkept() {
      isKept = false;
    },
    list: () => (isKept && isCurrent() ? { isCurrent } : undefined),
  };
};
