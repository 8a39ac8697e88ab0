import { Command } from 'commander';

export const synthCommand = (): Command =>
  new Command('synth')
    .description('run the app and write its configuration as JSON')
    .option('-a, --app <command>', 'the command that runs the app, instead of the one in cdktf.json')
    .option('-o, --output <folder>', 'where the synthesis goes, instead of the one in cdktf.json (cdktf.out)')
    .action(async (options) => {
      const { synthesize } = await import('../app/synthesize.ts');
      const { relative } = await import('node:path');
      const { stacks } = await synthesize(options);
      for (const { name, folder } of stacks) console.log(`${name}  ${relative(process.cwd(), folder) || '.'}`);
    });
