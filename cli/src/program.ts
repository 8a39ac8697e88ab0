import { Command } from 'commander';
import { version } from '@slipway/declarations/version';
import { colorOption } from './color/color-option.ts';
import { paintFor, paintSeverity } from './color/colors.ts';
import { adoptCommand } from './commands/adopt.ts';
import { agentCommand } from './commands/agent.ts';
import { backupCommand, restoreCommand } from './commands/backup.ts';
import { ciCommand } from './commands/ci.ts';
import { completeCommand, completionCommand } from './commands/completion.ts';
import { deployCommand } from './commands/deploy.ts';
import { destroyCommand } from './commands/destroy.ts';
import { doctorCommand } from './commands/doctor.ts';
import { initCommand } from './commands/init.ts';
import { keyCommand } from './commands/key.ts';
import { slipwayLintCommand } from './commands/lint.ts';
import { listCommand } from './commands/list.ts';
import { loginCommand, logoutCommand } from './commands/login.ts';
import { openCommand } from './commands/open.ts';
import { orbCommand } from './commands/orb.ts';
import { outputCommand } from './commands/output.ts';
import { planCommand } from './commands/plan.ts';
import { regoCommand } from './commands/rego.ts';
import { resetCommand } from './commands/reset.ts';
import { runCommand } from './commands/run.ts';
import { schemaCommand } from './commands/schema.ts';
import { serveCommand } from './commands/serve.ts';
import { stateCommand } from './commands/state.ts';
import { statusCommand } from './commands/status.ts';
import { synthCommand } from './commands/synth.ts';
import { tokenCommand } from './commands/token.ts';
import { watchCommand } from './commands/watch.ts';
import { workspaceCommand } from './commands/workspace.ts';

/** The commands by name, in the order of the help. */
const commands: { readonly [name: string]: () => Command } = {
  init: initCommand,
  adopt: adoptCommand,
  serve: serveCommand,
  agent: agentCommand,
  login: loginCommand,
  logout: logoutCommand,
  doctor: doctorCommand,
  status: statusCommand,
  open: openCommand,
  synth: synthCommand,
  plan: planCommand,
  watch: watchCommand,
  deploy: deployCommand,
  destroy: destroyCommand,
  list: listCommand,
  output: outputCommand,
  lint: slipwayLintCommand,
  ci: ciCommand,
  orb: orbCommand,
  rego: regoCommand,
  schema: schemaCommand,
  token: tokenCommand,
  key: keyCommand,
  backup: backupCommand,
  restore: restoreCommand,
  reset: resetCommand,
  workspace: workspaceCommand,
  run: runCommand,
  state: stateCommand,
  completion: completionCommand,
};

/**
 * The whole command line. Commands are declared here at the cost of their text only; their implementation is imported when they run.
 * `word`: the first word of the line to be parsed; if it names a command, the others are not declared, which saves a tenth of the start.
 */
export function createProgram(word?: string): Command {
  const slipway = new Command('slipway')
    .description('Manage HCP Terraform and CircleCI from TypeScript or HCL, and emulate both on this machine.')
    .version(version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print this help, or that of a command')
    .helpCommand('help [command]', 'print the help of a command')
    .showSuggestionAfterError()
    .addHelpText('after', '\nExit codes: 0 success, 1 failure, 2 invalid command line or no engine found.');
  colorOption(slipway);
  const alone = word !== undefined && word !== 'completion' && Object.hasOwn(commands, word) ? commands[word] : undefined;
  for (const makeCommand of alone ? [alone] : Object.values(commands)) slipway.addCommand(makeCommand());
  if (!alone) slipway.addCommand(completeCommand(), { hidden: true });
  return makeStrict(slipway);
}

/** Makes the command and its subcommands strict: no exit from within the parser, one format of errors, no excess arguments. */
function makeStrict(command: Command): Command {
  command
    .exitOverride()
    .allowExcessArguments(false)
    // Descriptions of long options wrap, too: a terminal has 80 columns.
    .configureHelp({ minWidthToWrap: 20 })
    .configureOutput({ outputError: (text, write) => write(paintSeverity(text.replace(/^error: /, 'slipway: '), paintFor('stderr'))) });
  command.commands.forEach(makeStrict);
  return command;
}
