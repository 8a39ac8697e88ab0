import { providerAddress } from 'slipway/engine/address';
import type { ProcessEnvironment } from 'slipway/engine/find-engine';
import { readStoredAnswers } from 'slipway/engine/package-root';
import { loadPluginServer, serveReattach } from 'slipway/protocol/reattach';
import { constantProcedures } from 'slipway/protocol/stored-answers';
import { version } from '@slipway/declarations/version';

const importProvider = () => import('slipway/provider/provider');
/** Half of the code of a command that plans, to be loaded while the app or the engine starts. Who needs it then waits for it. */
export const loadProvider = (): Promise<unknown> => Promise.all([loadPluginServer(), importProvider()]);

/**
 * Runs `work` with the provider in this process: engines that get the environment attach to it instead of starting it for each of their
 * commands. Other providers run as usual. Providers that the environment attaches are kept. If the environment requests a provider log, the
 * engine starts the provider itself, because it writes that log.
 */
export async function withRunningProvider<T>(
  environment: ProcessEnvironment,
  work: (environment: ProcessEnvironment) => Promise<T>,
): Promise<T> {
  const { TF_REATTACH_PROVIDERS: attached, TF_LOG: log, TF_LOG_PROVIDER: providerLog } = environment;
  if (attached || log || providerLog) return work(environment);
  const provider = await serveReattach(async () => (await importProvider()).makeProvider({ version, environment, log: () => {} }), {
    source: providerAddress,
    answers: readStoredAnswers(constantProcedures),
  });
  try {
    return await work({ ...environment, TF_REATTACH_PROVIDERS: provider.environment });
  } finally {
    await provider.close();
  }
}
