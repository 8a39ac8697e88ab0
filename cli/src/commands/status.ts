import { Command } from 'commander';
import { connectionOptions } from '../connection-options.ts';

export const statusCommand = (): Command =>
  connectionOptions(
    new Command('status')
      .description('show service, login, rights, waiting runs, locks, and the states of stacks')
      .argument('[stacks...]', 'stacks of the last synthesis; default: all')
      .option('-o, --output <folder>', 'output folder (default: that of cdktf.json, or cdktf.out)'),
  )
    .option('--detailed-exitcode', 'exit with code 2 if a run waits, a workspace is locked, or a stack is not deployed')
    .option('--json', 'print JSON')
    .action(async (names: string[], options) => {
      const [{ examineStatus, isWaiting }, { renderStatus }, { paintFor }] = await Promise.all([
        import('../status/examine-status.ts'),
        import('../status/render-status.ts'),
        import('../color/colors.ts'),
      ]);
      const status = await examineStatus(names, options);
      console.log(options.json ? JSON.stringify(status, null, 2) : renderStatus(status, paintFor('stdout')));
      if (options.detailedExitcode && isWaiting(status)) process.exitCode = 2;
    });
