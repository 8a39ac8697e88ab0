import type { RawBuilder, SqlBool } from 'kysely';
import type { FigureGroup } from './figures.ts';

/** Which rows of which table: `scanConditions` for a scan of a time range, `orderedConditions` for one in the order of another column. */
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
