import { Option, type Command } from 'commander';

/** Where a running service is; each falls back to the variable the provider reads too. */
export interface ConnectionOptions {
  readonly address?: string;
  readonly organization?: string;
  readonly profile?: 'neutral' | 'hosted';
}

export const connectionOptions = (command: Command): Command =>
  command
    .addOption(new Option('--address <url>', 'the service').env('SLIPWAY_WORKSPACES_ADDRESS'))
    .addOption(new Option('--organization <name>', 'the organization').env('SLIPWAY_WORKSPACES_ORGANIZATION'))
    .addOption(new Option('--profile <words>', 'whose words it speaks').choices(['neutral', 'hosted']).env('SLIPWAY_WORKSPACES_PROFILE'))
    .addHelpText('after', '\nThe token is read from SLIPWAY_WORKSPACES_TOKEN.');
