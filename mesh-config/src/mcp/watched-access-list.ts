import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import type { LogScope } from '../log/scope.ts';
import type { Component } from '../lifecycle/component.ts';
import { watchFiles } from '../files/watch-files.ts';
import { type AccessList, readAccessList } from './access-list.ts';

export interface WatchedAccessList {
  current(): AccessList;
  readonly component: Component;
}

/** Milliseconds after which the file is read even if no change was reported. */
const rereadInterval = 10_000;
const describeCount = (ids: number): string => (ids === 0 ? 'nobody' : ids === 1 ? 'one identity' : `${ids} identities`);

/**
 * The current access list of a file; open streams are not checked again. A file that cannot be read changes nothing and is reported. Throws
 * if the file's folder does not exist, or the first reading fails.
 */
export const watchAccessList = async (path: string, scope: LogScope): Promise<WatchedAccessList> => {
  const folder = dirname(path);
  if (!existsSync(folder)) throw new Error(`open ${folder}: no such file or directory`);
  let list = await readAccessList(path).catch((error: Error) => {
    throw new Error(`${path}: ${error.message}`);
  });
  const said = ({ ids, isDenyList: denies }: AccessList): string => `${denies ? 'denies' : 'allows'} ${JSON.stringify([...ids].sort())}`;
  let [shown, told] = [said(list), ''];
  const reload = async (): Promise<void> => {
    try {
      list = await readAccessList(path);
      if (said(list) !== shown)
        scope.info(`the access list ${path} ${list.isDenyList ? 'denies' : 'allows'} ${describeCount(list.ids.size)} from now on`);
      [shown, told] = [said(list), ''];
    } catch (error) {
      const { message } = error as Error;
      if (message !== told) scope.error(`the access list ${path} cannot be read, and the one before holds: ${message}`);
      told = message;
    }
  };
  const files = watchFiles([path], reload, rereadInterval);
  return {
    current: () => list,
    component: {
      name: 'access list',
      // What was changed between the first reading and the watching is seen, too.
      start: async () => {
        files.start();
        await reload();
      },
      stop: async () => {
        files.stop();
      },
    },
  };
};
