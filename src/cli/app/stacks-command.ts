import { Command } from 'commander';

/** A command over an app's stacks: `name [stacks...]` with the options all of them share. */
export const stacksCommand = (name: string, description: string): Command =>
  new Command(name)
    .description(description)
    .argument('[stacks...]', 'which stacks; all of them unless named')
    .option('-a, --app <command>', 'the command that runs the app, instead of the one in cdktf.json')
    .option('-o, --output <folder>', 'where the synthesis goes, instead of the one in cdktf.json (cdktf.out)')
    .option('--no-synth', 'use what the last synthesis left');
