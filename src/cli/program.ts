import { Command } from 'commander';
import { version } from '../version.ts';
import { deploy } from './commands/deploy.ts';
import { destroy } from './commands/destroy.ts';
import { lint } from './commands/lint.ts';
import { plan } from './commands/plan.ts';
import { schema } from './commands/schema.ts';
import { serve } from './commands/serve.ts';
import { synth } from './commands/synth.ts';
import { token } from './commands/token.ts';
import { workspace } from './commands/workspace.ts';

/** The whole command line. Commands are declared here at the cost of their text; what they do is imported when they run. */
export function program(): Command {
  const slipway = new Command('slipway')
    .description('Declare workspaces and CI in TypeScript, deploy them with Terraform or OpenTofu, and serve the service they talk to.')
    .version(version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print this help, or that of a command')
    .helpCommand('help [command]', 'print the help of a command')
    .showSuggestionAfterError()
    .addHelpText('after', '\nExit codes: 0 done, 1 it did not work, 2 the command line cannot be read or no engine was found.');
  for (const command of [serve(), synth(), plan(), deploy(), destroy(), lint(), schema(), token(), workspace()]) slipway.addCommand(command);
  return strict(slipway);
}

/** No exit in the middle, one spelling for errors, nothing left over: for the command and all below it. */
function strict(command: Command): Command {
  command.exitOverride().allowExcessArguments(false)
    .configureOutput({ outputError: (text, write) => write(text.replace(/^error: /, 'slipway: ')) });
  command.commands.forEach(strict);
  return command;
}
