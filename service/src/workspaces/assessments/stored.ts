import type { NounBody } from '../../nouns/noun-record.ts';

/**
 * The body of a record of kind `assessments`, id `asmt-…`, scope the workspace's id: the progress of an assessment. Its log and documents
 * are stored like those of a plan, under its ID (runs/run-log.ts, runs/run-documents.ts). It has no data of its executor.
 */
export interface StoredAssessment {
  readonly organization: string;
  readonly workspace: string;
  readonly status: 'pending' | 'running' | 'finished' | 'errored';
  /** When a script moves it on, ISO 8601; null: it is over, or the engine makes it. */
  readonly movesAt: string | null;
  readonly createdAt: string;
  readonly engineVersion: string;
  /** The id of the runner that makes it with the engine. */
  readonly runner?: string;
  /** Whether its log and documents were deleted. Absent: they are kept. */
  readonly backingData?: 'soft-deleted' | 'deleted';
}

/** The body of a record of kind `assessment-results`, id `asmtres-…`, scope the workspace's id. Numbers are null where it failed. */
export interface StoredAssessmentResult extends NounBody {
  /** The id of its assessment. */
  readonly source: string;
  readonly succeeded: boolean;
  readonly errorMessage: string | null;
  readonly drifted: boolean;
  readonly resourcesDrifted: number | null;
  readonly resourcesUndrifted: number | null;
  readonly allChecksSucceeded: boolean;
  readonly checksPassed: number | null;
  readonly checksFailed: number | null;
  readonly checksErrored: number | null;
  readonly checksUnknown: number | null;
  readonly createdAt: string;
}

/** An assessment has one result, so its id is made of that of the assessment. */
export const toResultId = (assessment: string): string => `asmtres-${assessment.slice('asmt-'.length)}`;
/** The assessment of a result. */
export const toAssessmentId = (result: string): string => `asmt-${result.slice('asmtres-'.length)}`;

/** Links `all` → each assessment that is not over. */
export const activeAssessmentsLink = 'active-assessments';
/** Links `all` → each assessment that waits for a runner. */
export const queuedAssessmentsLink = 'queued-assessments';
/** Links `all` → each workspace that may be assessed again by itself. */
export const assessedWorkspacesLink = 'assessed-workspaces';
