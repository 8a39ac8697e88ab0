import { Command } from 'commander';
import { connectionOptions } from '../connection-options.ts';

const versionText = 'a state version: its ID (sv-…) or its serial';

const stateSubcommand = (group: Command, name: string, description: string): Command =>
  connectionOptions(group.command(name).description(description).argument('<workspace>', 'its ID (ws-…) or its name'));
const print = (json: boolean | undefined, value: unknown, text: string): void => console.log(json ? JSON.stringify(value, null, 2) : text);

const addReads = (group: Command): void => {
  stateSubcommand(group, 'list', 'list the state versions of a workspace, the newest first')
    .option('--json', 'print JSON')
    .action(async (workspace: string, options) => {
      const [{ openWorkspaceClient: open }, { listStateVersions: list }, { renderVersions: render }] = await Promise.all([
        import('../state/workspace-client.ts'),
        import('../state/state-versions.ts'),
        import('../state/render-state.ts'),
      ]);
      const versions = await list(open(options), workspace);
      // The address of a download needs no token.
      const shown = versions.map((version) => ({ ...version, download: undefined }));
      print(options.json, shown, versions.length === 0 ? 'There are no state versions.' : render(versions));
    });
  stateSubcommand(group, 'show', 'show the addresses and outputs of a state version; default: the current one')
    .argument('[version]', versionText)
    .option('--json', 'print the state file, with its secrets')
    .action(async (workspace: string, version: string | undefined, options) => {
      const { openWorkspaceClient: open } = await import('../state/workspace-client.ts');
      const states = await import('../state/state-versions.ts');
      const { renderState: render } = await import('../state/render-state.ts');
      const opened = open(options);
      const found = await states.findStateVersion(opened, workspace, version);
      const state = await states.downloadState(opened, found);
      print(options.json, state, render(found, state));
    });
};

const addComparison = (group: Command): void => {
  stateSubcommand(group, 'diff', 'show the differences of two state versions: addresses and names of attributes')
    .argument('<from>', versionText)
    .argument('[to]', 'the other version; default: the current one')
    .option('--json', 'print JSON')
    .action(async (workspace: string, from: string, to: string | undefined, options) => {
      const { openWorkspaceClient: open } = await import('../state/workspace-client.ts');
      const states = await import('../state/state-versions.ts');
      const { compareStates: compare, renderDifference: render } = await import('../state/render-state.ts');
      const opened = open(options);
      const [before, after] = [
        await states.findStateVersion(opened, workspace, from),
        await states.findStateVersion(opened, workspace, to),
      ];
      const difference = compare(await states.downloadState(opened, before), await states.downloadState(opened, after));
      const { paintFor } = await import('../color/colors.ts');
      print(options.json, difference, render(difference, paintFor('stdout')));
    });
  stateSubcommand(group, 'restore', 'restore an earlier state version; the workspace is locked meanwhile')
    .argument('<version>', versionText)
    .action(async (workspace: string, version: string, options) => {
      const { openWorkspaceClient: open } = await import('../state/workspace-client.ts');
      const { restoreStateVersion: restore } = await import('../state/state-versions.ts');
      const { id, serial } = await restore(open(options), workspace, version);
      console.log(`${id} is the current state version, serial ${serial}`);
    });
};

/** The states that the service keeps in workspaces. */
export function stateCommand(): Command {
  const group = new Command('state').description('list, show, compare and restore the state versions of a workspace');
  addReads(group);
  addComparison(group);
  return group;
}
