import { installCrashHandlers } from './crash-handlers.ts';

/** Settings of every process that is a plugin. */
export const setUpProcess = (): void => {
  installCrashHandlers();
  // Stdout belongs to the handshake.
  console.log = console.info = console.debug = console.error;
  // Ctrl-C reaches the whole process group; the engine sends StopProvider.
  process.on('SIGINT', () => {});
  for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(0));
};
