import { Command } from 'commander';

export const listCommand = (): Command =>
  new Command('list')
    .description('list the stacks of the app in the order of their deployment')
    .option('-a, --app <command>', 'command that runs the app (default: that of cdktf.json)')
    .option('-o, --output <folder>', 'output folder (default: that of cdktf.json, or cdktf.out)')
    .option('--no-synth', 'use the output of the last synthesis')
    .option('--json', 'print JSON')
    .action(async (options) => {
      const { synthesize } = await import('../app/synthesize.ts');
      const { stacks } = await synthesize(options);
      if (options.json) console.log(JSON.stringify(stacks, null, 2));
      else for (const { name, dependsOn } of stacks) console.log(dependsOn.length > 0 ? `${name}  after ${dependsOn.join(', ')}` : name);
    });
