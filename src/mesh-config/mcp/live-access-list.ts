import { watch, type FSWatcher, existsSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Scope } from '../log/scope.ts';
import type { Component } from '../server/component.ts';
import { type AccessList, readAccessList } from './access-list.ts';

export interface LiveAccessList { current(): AccessList; readonly component: Component }

/** Milliseconds. */
const moment = 50, patience = 10_000;

/**
 * The access list as its file says it now; streams that are open are not looked at again. A file that cannot be
 * understood changes nothing and is told. Throws when the file's folder is not there, or its first reading fails.
 */
export const liveAccessList = async (path: string, scope: Scope): Promise<LiveAccessList> => {
  const folder = dirname(path);
  if (!existsSync(folder)) throw new Error(`open ${folder}: no such file or directory`);
  let list = await readAccessList(path).catch((error: Error) => { throw new Error(`${path}: ${error.message}`); });
  const said = ({ ids, denies }: AccessList): string => `${denies ? 'denies' : 'allows'} ${ids.size} identities`;
  let [shown, told] = [said(list), ''];
  let watcher: FSWatcher | undefined;
  let timers: NodeJS.Timeout[] = [];
  const reload = async (): Promise<void> => {
    try {
      list = await readAccessList(path);
      if (said(list) !== shown) scope.info(`the access list ${path} ${said(list)} from now on`);
      [shown, told] = [said(list), ''];
    } catch (error) {
      const { message } = error as Error;
      if (message !== told) scope.error(`the access list ${path} cannot be read, and the one before holds: ${message}`);
      told = message;
    }
  };
  return {
    current: () => list,
    component: {
      name: 'access list',
      start: async () => {
        let soon: NodeJS.Timeout | undefined;
        watcher = watch(folder, { persistent: false }, () => {
          clearTimeout(soon);
          soon = setTimeout(() => { void reload(); }, moment).unref();
        });
        watcher.on('error', () => { watcher?.close(); });
        timers = [setInterval(() => { void reload(); }, patience).unref()];
      },
      stop: async () => {
        watcher?.close();
        timers.forEach(clearInterval);
      },
    },
  };
};
