import type { Component } from '../lifecycle/component.ts';
import type { FileSource } from './file-source.ts';

/** SIGUSR1 has the files read again. Without this, Node would open its debugger at that signal. */
export const createReloadSignal = (source: Pick<FileSource, 'reload'>): Component => {
  const reload = (): void => {
    void source.reload();
  };
  return {
    name: 'reload signal',
    start: async () => {
      process.on('SIGUSR1', reload);
    },
    stop: async () => {
      process.removeListener('SIGUSR1', reload);
    },
  };
};
