import { Command, InvalidArgumentError } from 'commander';

/** A command over an app's stacks: `name [stacks...]` with the options all of them share. */
export const stacksCommand = (name: string, description: string, stacks = 'stacks'): Command =>
  new Command(name)
    .description(description)
    .argument('[stacks...]', `${stacks}; default: all`)
    .option('-a, --app <command>', 'command that runs the app (default: that of cdktf.json)')
    .option('-o, --output <folder>', 'output folder (default: that of cdktf.json, or cdktf.out)')
    .option('--no-synth', 'use the output of the last synthesis');

const parseConcurrency = (text: string): string => {
  if (!/^[1-9]\d?$/.test(text)) throw new InvalidArgumentError('Expected a whole number from 1 to 99.');
  return text;
};

/** The options of commands that run the engine in several stacks. */
export const parallelOptions = (command: Command): Command =>
  command
    .option('--concurrency <number>', 'concurrent stacks, if they do not depend on each other (default: 4)', parseConcurrency)
    .option('--json', 'print the messages of the engine as JSON, one object per line, each with its stack');
