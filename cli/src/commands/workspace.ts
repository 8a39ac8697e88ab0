import { Command } from 'commander';
import { connectionOptions } from '../connection-options.ts';

const lockActions = [
  { name: 'lock', does: 'lock a workspace', type: 'slipway_workspace_lock', done: 'locked' },
  { name: 'unlock', does: 'unlock a workspace that this token locked', type: 'slipway_workspace_unlock', done: 'unlocked' },
  {
    name: 'force-unlock',
    does: 'unlock a workspace that another user locked; needs admin rights on it',
    type: 'slipway_workspace_force_unlock',
    done: 'unlocked by force',
  },
] as const;

/** `lock`, `unlock` and `force-unlock` do what the actions of these names of the provider do. */
export function workspaceCommand(): Command {
  const group = new Command('workspace').description('create, lock and unlock workspaces');
  connectionOptions(group.command('create').description('create a workspace with defaults').argument('<name>', 'its name')).action(
    async (name: string, options) => {
      const { createNamedWorkspace: create, openWorkspaceClient: open } = await import('../state/workspace-client.ts');
      console.log(`${await create(open(options), name)} created`);
    },
  );
  for (const { name, does: description, type, done } of lockActions) {
    const command = connectionOptions(group.command(name).description(description).argument('<workspace>', 'its ID (ws-…) or its name'));
    if (name === 'lock') command.option('--reason <text>', 'reason, shown to other users', '');
    command.action(async (workspace: string, options) => {
      const { invokeWorkspaceAction: act } = await import('../workspace/invoke-workspace-action.ts');
      const id = await act(type, workspace, options, name === 'lock' ? { reason: options.reason } : {});
      console.log(`${id} ${done}`);
    });
  }
  return group;
}
