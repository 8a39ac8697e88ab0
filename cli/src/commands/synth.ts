import { Command } from 'commander';

export const synthCommand = (): Command =>
  new Command('synth')
    .description('run the app and write its configuration as JSON')
    .option('-a, --app <command>', 'command that runs the app (default: that of cdktf.json)')
    .option('-o, --output <folder>', 'output folder (default: that of cdktf.json, or cdktf.out)')
    .action(async (options) => {
      const { synthesize } = await import('../app/synthesize.ts');
      const { relative } = await import('node:path');
      const { stacks } = await synthesize(options);
      for (const { name, folder } of stacks) console.log(`${name}  ${relative(process.cwd(), folder) || '.'}`);
    });
