import { Command } from 'commander';

/** A command over an app's stacks: `name [stacks...]` with the options all of them share. */
export const stacksCommand = (name: string, description: string): Command =>
  new Command(name)
    .description(description)
    .argument('[stacks...]', 'stacks; default: all')
    .option('-a, --app <command>', 'command that runs the app (default: that of cdktf.json)')
    .option('-o, --output <folder>', 'output folder (default: that of cdktf.json, or cdktf.out)')
    .option('--no-synth', 'use the output of the last synthesis');
