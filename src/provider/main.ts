import { log } from '../protocol/log.ts';
import { servePlugin } from '../protocol/serve-plugin.ts';
import { version } from '../version.ts';

/** The plugin's process. Nothing of the provider is loaded before the handshake line is out. */
void servePlugin(
  async () => {
    const { makeProvider } = await import('./provider.ts');
    return makeProvider({
      version,
      environment: process.env,
      log: (message) => log('info', message),
      logRequest: (entry) => log('debug', 'request', { ...entry }),
    });
  },
  { version, loadAnswers: async () => (await import('./load-stored-answers.ts')).loadStoredAnswers() },
);
