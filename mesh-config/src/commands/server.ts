import type { CommonOptions } from '../flags/common-flags.ts';
import { type ServerOptions, serverFlags } from '../flags/server-flags.ts';
import { openLog, type LogHandle } from '../log/open-log.ts';
import { type Command, CommandError } from './command.ts';

const openLogOrFail = (options: CommonOptions): LogHandle => {
  try {
    return openLog(options);
  } catch (error) {
    throw new CommandError((error as Error).message);
  }
};

export const serverCommand: Command = {
  name: 'server',
  short: 'Start the configuration manager as a server',
  flags: serverFlags,
  refusesArguments: true,
  run: async (options) => {
    const log = openLogOrFail(options as CommonOptions);
    // Loaded here, so that other commands do not wait for what serving needs.
    const { runServer } = await import('./run-server.ts');
    try {
      return await runServer(options as ServerOptions, log);
    } finally {
      log.close();
    }
  },
};
