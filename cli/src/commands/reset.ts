import { Command, Option } from 'commander';

export const resetCommand = (): Command =>
  new Command('reset')
    .description('give a local service for development the state of its start back')
    .addOption(new Option('--address <url>', 'the service; default: that of the environment, or of `slipway login`'))
    .addOption(new Option('--operator-token <text>', 'its operator token').env('SLIPWAY_OPERATOR_TOKEN'))
    .option('-y, --yes', 'do not ask')
    .addHelpText('after', '\nThe service must run with --test-controls on this machine, or have an operator\ntoken.')
    .action(async (options) => {
      const { resetService } = await import('../reset/reset-service.ts');
      console.log(await resetService(options));
    });
