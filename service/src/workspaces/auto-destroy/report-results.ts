import { queueNotifications } from '../notification-configurations/deliver-notifications.ts';
import type { RunListener } from '../runs/run-listeners.ts';
import { finalStatuses } from '../runs/stored.ts';
import type { StoredWorkspace } from '../workspaces/stored.ts';
import { autoDestroySource } from './destroy-due.ts';

/** Notifies of the end of a run of automatic destruction. */
export const autoDestroyResults: RunListener = {
  entered: async (context, { id, body: run }) => {
    if (run.source !== autoDestroySource || !finalStatuses.has(run.status)) return;
    const workspace = await context.tx.get<StoredWorkspace>('workspaces', run.workspace);
    if (!workspace) return;
    const { body } = workspace;
    const outcome = run.status === 'applied' || run.status === 'planned_and_finished' ? 'finished' : 'errored';
    await context.tx.update<StoredWorkspace>(workspace, { body: { ...body, autoDestroy: { ...body.autoDestroy, outcome } } });
    await queueNotifications(
      context,
      [workspace.id, body.project],
      [
        {
          trigger: 'workspace:auto_destroy_run_results',
          message: 'Auto Destroy Results',
          organization: workspace.scope,
          workspace: { id: workspace.id, name: body.name },
          run: null,
          details: {
            auto_destroy_at: body.autoDestroy?.ran ?? null,
            workspace_created_at: body.createdAt,
            run_id: id,
            run_status: run.status,
            run_create_at: run.createdAt,
            run_message: run.message,
          },
        },
      ],
    );
  },
};
