import { log } from '../protocol/log.ts';
import { definePlugin } from '../protocol/serve-plugin.ts';
import { version } from '@slipway/declarations/version';

const loadProvider = async () => {
  const { makeProvider } = await import('./provider.ts');
  return () =>
    makeProvider({
      version,
      environment: process.env,
      log: (message) => log('info', message),
      logRequest: (entry) => log('debug', 'request', { ...entry }),
      logWait: (text) => log('warn', text),
    });
};

export const plugin = definePlugin(loadProvider, {
  version,
  warmUp: async () => (await import('./provider.ts')).warmUp(version),
  loadAnswers: async () => (await import('./load-stored-answers.ts')).loadStoredAnswers(),
});
