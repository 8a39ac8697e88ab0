import type { PipelineParameters } from '../pipelines/pipeline-records.ts';

export interface Timetable {
  readonly 'per-hour': number;
  readonly 'hours-of-day': readonly number[];
  readonly 'days-of-week'?: readonly string[];
  readonly 'days-of-month'?: readonly number[];
  readonly months?: readonly string[];
}
/** The actor of scheduled pipelines: who created the schedule, or the system. */
export interface Actor {
  readonly id: string;
  readonly login: string;
  readonly system: boolean;
}
export interface Schedule {
  readonly name: string;
  readonly description: string;
  readonly timetable: Timetable;
  /** `branch` or `tag` selects the ref; the others are pipeline parameters. */
  readonly parameters: PipelineParameters;
  readonly actor: Actor;
  readonly createdAt: string;
  readonly updatedAt: string;
  /** The time up to which the timetable was evaluated; at first the creation time. */
  readonly looked: string;
}
export const scheduledLink = 'ci-scheduled';
