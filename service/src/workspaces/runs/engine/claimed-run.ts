import { toApplyId, toPlanId } from '../run-ids.ts';
import type { PhaseStatus } from './end-phase.ts';

/** A phase of a run that was claimed. */
export interface ClaimedRun {
  /** ID of the run. */
  readonly id: string;
  readonly phase: PhaseStatus;
  /** ID of the run's workspace. */
  readonly workspace: string;
  /** The secret of its token. */
  readonly token: string;
  /** The address under which clients reach the service; empty: the one that the runner uses. */
  readonly publicUrl: string;
  /** Milliseconds that the phase may take. */
  readonly limit: number;
}

/** The ID of the plan or the apply. As work a phase has this one: the next may follow while the former is cleaned up. */
export const toPhaseId = ({ id, phase }: Pick<ClaimedRun, 'id' | 'phase'>): string => (phase === 'planning' ? toPlanId(id) : toApplyId(id));
