import type { CommonOptions } from '../flags/common-flags.ts';
import { type ServerOptions, serverFlags } from '../flags/server-flags.ts';
import { openLog, type OpenLog } from '../log/open-log.ts';
import { type Command, Failure } from './command.ts';

const opened = (options: CommonOptions): OpenLog => {
  try { return openLog(options); } catch (error) { throw new Failure((error as Error).message); }
};

export const serverCommand: Command = {
  name: 'server', short: 'Start the configuration manager as a server', flags: serverFlags, refusesArguments: true,
  run: async (options) => {
    const log = opened(options as CommonOptions);
    // Only who serves waits for what serving needs.
    const { runServer } = await import('../server/run-server.ts');
    try { return await runServer(options as ServerOptions, log); } finally { log.close(); }
  },
};
