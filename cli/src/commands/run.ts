import { Command, InvalidArgumentError, Option } from 'commander';
import { connectionOptions } from '../connection-options.ts';

const parseLimit = (text: string): number => {
  if (!/^[1-9]\d{0,3}$/.test(text)) throw new InvalidArgumentError('Expected a whole number from 1 to 9999.');
  return Number(text);
};

const subcommand = (group: Command, name: string, description: string): Command =>
  connectionOptions(group.command(name).description(description));
const runArgument = ['<run>', 'its ID (run-…)'] as const;

const addReads = (group: Command): void => {
  subcommand(group, 'list', 'list the latest runs of a workspace, the newest first')
    .argument('<workspace>', 'its ID (ws-…) or its name')
    .addOption(new Option('--limit <number>', 'the number of runs').argParser(parseLimit).default(20))
    .option('--json', 'print JSON')
    .action(async (workspace: string, options) => {
      const { openWorkspaceClient } = await import('../state/workspace-client.ts');
      const [{ listRuns }, { renderRuns }] = await Promise.all([import('../run/runs.ts'), import('../run/render-runs.ts')]);
      const runs = await listRuns(openWorkspaceClient(options), workspace, options.limit);
      console.log(options.json ? JSON.stringify(runs, null, 2) : runs.length === 0 ? 'There are no runs.' : renderRuns(runs));
    });
  subcommand(group, 'show', 'show the status of a run, and what can be done to it')
    .argument(...runArgument)
    .option('--json', 'print JSON')
    .action(async (id: string, options) => {
      const { openWorkspaceClient } = await import('../state/workspace-client.ts');
      const [{ findRun }, { renderRun }] = await Promise.all([import('../run/runs.ts'), import('../run/render-runs.ts')]);
      const run = await findRun(openWorkspaceClient(options), id);
      console.log(options.json ? JSON.stringify(run, null, 2) : renderRun(run));
    });
  subcommand(group, 'logs', 'print the log of the plan of a run, or of its apply')
    .argument(...runArgument)
    .addOption(new Option('--phase <phase>', 'whose log').choices(['plan', 'apply']).default('plan'))
    .option('--follow', 'go on until the log ends')
    .action(async (id: string, options) => {
      const { openWorkspaceClient } = await import('../state/workspace-client.ts');
      const [{ findRun }, { writeLog }] = await Promise.all([import('../run/runs.ts'), import('../run/follow-log.ts')]);
      const opened = openWorkspaceClient(options);
      const write = (text: string): void => void process.stdout.write(text);
      await writeLog(opened, await findRun(opened, id), options.phase, options.follow === true, write);
    });
};

const addActions = (group: Command): void => {
  for (const [name, description] of [
    ['confirm', 'confirm the plan of a run, which is applied then'],
    ['discard', 'discard the plan of a run'],
    ['cancel', 'cancel a run that is planned or applied'],
  ] as const) {
    const command = subcommand(group, name, description)
      .argument(...runArgument)
      .option('--comment <text>', 'a comment, shown with the run');
    if (name === 'cancel') command.option('--force', 'end it at once, some time after it was canceled without effect');
    command.action(async (id: string, options) => {
      const { openWorkspaceClient } = await import('../state/workspace-client.ts');
      const { actOnRun } = await import('../run/runs.ts');
      console.log(await actOnRun(openWorkspaceClient(options), id, options.force ? 'force-cancel' : name, options.comment));
    });
  }
};

/** The runs of workspaces that the service executes. */
export function runCommand(): Command {
  const group = new Command('run').description('list, show, confirm, discard and cancel runs of workspaces');
  addReads(group);
  addActions(group);
  return group;
}
