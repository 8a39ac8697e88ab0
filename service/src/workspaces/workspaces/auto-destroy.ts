import type { StoredProject } from '../projects/stored.ts';
import type { StoredWorkspace } from './stored.ts';

const hoursByUnit = { h: 1, d: 24 } as const;
const toMilliseconds = (duration: string): number =>
  Number(duration.slice(0, -1)) * hoursByUnit[duration.slice(-1) as 'h' | 'd'] * 3_600_000;

/** When the next destroy run is due: at `auto-destroy-at`, else after the inactivity that the workspace or its project sets. */
export const resolveAutoDestroy = (
  workspace: Pick<StoredWorkspace, 'attributes' | 'latestChangeAt' | 'autoDestroy'>,
  project: Pick<StoredProject, 'autoDestroyActivityDuration'>,
) => {
  const { 'auto-destroy-at': at, 'auto-destroy-activity-duration': own } = workspace.attributes;
  const inherits = at === undefined && own === undefined;
  const duration = own ?? (inherits ? project.autoDestroyActivityDuration : null);
  const due = at ?? (duration === null ? null : new Date(Date.parse(workspace.latestChangeAt) + toMilliseconds(duration)).toISOString());
  return {
    at: due,
    /** The period of inactivity, from the workspace or its project. */
    duration,
    status: due === null ? null : workspace.autoDestroy?.ran === due ? (workspace.autoDestroy.outcome ?? 'finished') : 'scheduled',
    /** Whether the workspace sets nothing of its own; the project may set nothing either. */
    inherits,
  };
};
