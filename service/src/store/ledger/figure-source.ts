import type { RawBuilder, SqlBool } from 'kysely';
import type { FigureGroup } from './figures.ts';

/** Selects rows of a table: `scanConditions` for a scan of a time range, `orderedConditions` for a scan in the order of another column. */
export interface FigureSource {
  readonly table: 'workflow_runs' | 'job_runs';
  readonly scanConditions: readonly RawBuilder<SqlBool>[];
  readonly orderedConditions: readonly RawBuilder<SqlBool>[];
  readonly startColumn: string;
  readonly isLong: boolean;
}
export interface GroupColumn {
  readonly as: keyof FigureGroup;
  readonly column: RawBuilder<unknown>;
}
