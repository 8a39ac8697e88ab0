import type { RunListener } from '../runs/run-listeners.ts';
import type { StoredWorkspace } from '../workspaces/stored.ts';
import { isAssessed } from './find-obstacle.ts';
import { assessedWorkspacesLink } from './stored.ts';

/** A workspace is assessed from its first run on that succeeded, also where only the organization enforces it. */
export const assessedRuns: RunListener = {
  entered: async (context, { body }, statuses) => {
    if (!statuses.includes('applied') && !statuses.includes('planned_and_finished')) return;
    const workspace = await context.tx.get<StoredWorkspace>('workspaces', body.workspace);
    if (workspace && (await isAssessed(context, workspace))) await context.tx.link(assessedWorkspacesLink, 'all', workspace.id);
  },
};
