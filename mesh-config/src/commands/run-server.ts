import { exitCodes } from './command.ts';
import type { ServerOptions } from '../flags/server-flags.ts';
import { toSingleLine } from '../flags/values/quote.ts';
import type { LogHandle } from '../log/open-log.ts';
import { createComponents } from '../server/create-components.ts';
import { validateOptions } from '../server/validate-options.ts';
import type { Component } from '../lifecycle/component.ts';
import { startComponents, stopComponents } from '../lifecycle/start-components.ts';

const errorMessageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Resolves at the first SIGINT or SIGTERM; a second one ends the program at once. */
const waitForSignal = (): Promise<NodeJS.Signals> =>
  new Promise((done) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const)
      process.once(signal, () => {
        process.once(signal, () => {
          process.exit(exitCodes.failed);
        });
        done(signal);
      });
  });

/** Starts all parts, serves until a signal, stops them; resolves with the exit code. */
export const runServer = async (options: ServerOptions, openLog: LogHandle): Promise<number> => {
  const scope = openLog.log('server');
  const refused = (sentence: string): number => {
    scope.fatal(sentence);
    // A log that is silent hides no reason for an end.
    if (!scope.isEnabled('fatal')) process.stderr.write(`Error: ${toSingleLine(sentence)}\n`);
    return exitCodes.failed;
  };
  const wrong = validateOptions(options);
  if (wrong !== undefined) return refused(wrong);
  const failed = ({ name }: Component, error: unknown): void => {
    scope.error(`stopping ${name} failed: ${errorMessageOf(error)}`);
  };
  const end = waitForSignal();
  let components: readonly Component[];
  try {
    components = await createComponents(options, openLog);
    await startComponents(components, failed);
  } catch (error) {
    return refused(`Error creating server: ${errorMessageOf(error)}`);
  }
  scope.info(`serving: ${components.map(({ name }) => name).join(', ')}`);
  // A server ends only on a signal: without this, unreferenced timers alone would let the process exit.
  const awake = setInterval(() => {}, 2 ** 30);
  scope.info(`${await end}: stopping`);
  clearInterval(awake);
  await stopComponents(components, failed);
  scope.info('stopped');
  return exitCodes.done;
};
