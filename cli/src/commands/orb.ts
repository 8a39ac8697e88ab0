import { Command } from 'commander';

const listCommand = (): Command =>
  new Command('list')
    .description('print the orbs of a folder')
    .option('--orbs <folder>', 'folder with orbs, as namespace/name@version.yml', 'orbs')
    .option('--json', 'print the list as JSON')
    .action(async ({ orbs, json }: { orbs: string; json?: boolean }) => {
      const { listOrbs } = await import('../orb/orb-files.ts');
      await listOrbs(orbs, json ?? false);
    });
const checkCommand = (): Command =>
  new Command('check')
    .description('report errors and deprecated keys in orbs, with their positions')
    .argument('<files...>', 'texts of orbs, or -')
    .option('--orbs <folder>', 'folder with the orbs that they use (default: orbs, if it exists)')
    .option('--json', 'print the findings as JSON')
    .action(async (files: string[], options: { orbs?: string; json?: boolean }) => {
      const { checkOrbs } = await import('../orb/orb-files.ts');
      await checkOrbs(files, options);
    });
const packCommand = (): Command =>
  new Command('pack')
    .description('print the folder of an orb (@orb.yml, commands, executors, jobs, examples) as one text')
    .argument('<folder>')
    .action(async (folder: string) => {
      const { printPackedOrb } = await import('../orb/orb-files.ts');
      await printPackedOrb(folder);
    });

export const orbCommand = (): Command =>
  new Command('orb')
    .description('list, check and pack orbs of pipeline configurations')
    .addCommand(listCommand())
    .addCommand(checkCommand())
    .addCommand(packCommand());
