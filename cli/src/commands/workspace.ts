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

const addReads = (group: Command): void => {
  connectionOptions(group.command('list').description('list the workspaces of the organization'))
    .option('--search <text>', 'only those whose name contains this text')
    .option('--tag <names>', 'only those with all of these tags, separated by commas')
    .option('--json', 'print JSON')
    .action(async (options) => {
      const { openWorkspaceClient: open } = await import('../state/workspace-client.ts');
      const [{ listWorkspaces }, { renderWorkspaces }] = await Promise.all([
        import('../workspace/workspaces.ts'),
        import('../workspace/render-workspaces.ts'),
      ]);
      const found = await listWorkspaces(open(options), { search: options.search, tags: options.tag?.split(',') });
      console.log(
        options.json ? JSON.stringify(found, null, 2) : found.length === 0 ? 'There are no workspaces.' : renderWorkspaces(found),
      );
    });
  connectionOptions(group.command('show').description('show a workspace').argument('<workspace>', 'its ID (ws-…) or its name'))
    .option('--json', 'print JSON')
    .action(async (workspace: string, options) => {
      const { openWorkspaceClient: open } = await import('../state/workspace-client.ts');
      const [{ readWorkspace }, { renderWorkspace }] = await Promise.all([
        import('../workspace/workspaces.ts'),
        import('../workspace/render-workspaces.ts'),
      ]);
      const found = await readWorkspace(open(options), workspace);
      console.log(options.json ? JSON.stringify(found, null, 2) : renderWorkspace(found));
    });
};

/** `lock`, `unlock` and `force-unlock` do what the actions of these names of the provider do. */
export function workspaceCommand(): Command {
  const group = new Command('workspace').description('list, show, create, lock and unlock workspaces');
  addReads(group);
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
