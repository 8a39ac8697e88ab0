import { Option, type Command } from 'commander';
import { withFormerOptions } from './former-options.ts';

/** The address and the token of a running service; the defaults are the provider's environment variables. */
export interface ConnectionOptions {
  readonly address?: string;
  readonly organization?: string;
  readonly dialect?: 'neutral' | 'hosted';
}

export const connectionOptions = (command: Command): Command =>
  withFormerOptions(
    command
      .addOption(new Option('--address <url>', 'the service').env('SLIPWAY_WORKSPACES_ADDRESS'))
      .addOption(new Option('--organization <name>', 'the organization').env('SLIPWAY_WORKSPACES_ORGANIZATION'))
      .addOption(
        new Option('--dialect <name>', 'the API dialect of the service').choices(['neutral', 'hosted']).env('SLIPWAY_WORKSPACES_DIALECT'),
      )
      .addHelpText('after', '\nThe token is read from SLIPWAY_WORKSPACES_TOKEN.\nWhat is not set comes from `slipway login`.'),
    { dialect: { flags: '--profile <name>', variable: 'SLIPWAY_WORKSPACES_PROFILE' } },
  );
