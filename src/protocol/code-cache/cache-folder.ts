import { lstatSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';

const userCache = (environment: NodeJS.ProcessEnv, platform: NodeJS.Platform): string | undefined => {
  const { XDG_CACHE_HOME: chosen, LOCALAPPDATA: local, HOME: home } = environment;
  if (platform === 'win32') return local || undefined;
  if (chosen) return chosen;
  return home ? join(home, platform === 'darwin' ? 'Library/Caches' : '.cache') : undefined;
};

/** The folder of compiled code: `SLIPWAY_CODE_CACHE`, where `off` means none, or a folder in the user's cache. */
export const resolveCacheFolder = (environment: NodeJS.ProcessEnv, platform: NodeJS.Platform = process.platform): string | undefined => {
  const chosen = environment['SLIPWAY_CODE_CACHE'];
  if (chosen) return chosen === 'off' ? undefined : chosen;
  const cache = userCache(environment, platform);
  return cache && join(cache, 'slipway', 'code');
};

/**
 * Whether only this user can write to the folder, whose files are executed. Creates it if it is missing. Throws if it cannot be created.
 */
export const isOwnFolder = (folder: string): boolean => {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const { mode, uid } = lstatSync(folder);
  if (process.platform === 'win32') return true;
  return (mode & 0o170000) === 0o040000 && (mode & 0o022) === 0 && uid === process.getuid!();
};
