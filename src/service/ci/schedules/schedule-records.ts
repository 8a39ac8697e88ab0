import type { PipelineParameters } from '../pipelines/pipeline-records.ts';

export interface Timetable {
  readonly 'per-hour': number;
  readonly 'hours-of-day': readonly number[];
  readonly 'days-of-week'?: readonly string[];
  readonly 'days-of-month'?: readonly number[];
  readonly months?: readonly string[];
}
export interface Schedule {
  readonly name: string;
  readonly description: string;
  readonly timetable: Timetable;
  /** `branch` or `tag` says what is built, the others are the pipeline's. */
  readonly parameters: PipelineParameters;
  /** Whose its pipelines are: who made it, or the service itself. */
  readonly actor: { readonly id: string; readonly login: string; readonly system: boolean };
  readonly createdAt: string;
  readonly updatedAt: string;
  /** The minute that was looked at last; it starts with the one in which it was made. */
  readonly looked: string;
}
export const scheduledLink = 'ci-scheduled';
