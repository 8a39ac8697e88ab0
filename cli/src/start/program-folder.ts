import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isOwnFolder, resolveCacheFolder } from 'slipway/protocol/code-cache/cache-folder';

/** Other builds than the running one whose code stays: another installation may be in use. */
const keptBuilds = 2;

const deleteOldBuilds = (folder: string): void => {
  const builds = readdirSync(folder).map((name) => ({ path: join(folder, name), time: statSync(join(folder, name)).mtimeMs }));
  for (const { path } of builds.sort((a, b) => b.time - a.time).slice(keptBuilds)) rmSync(path, { recursive: true, force: true });
};

/**
 * The folder in the user's cache for compiled code of the programs of `build`, writable for this user only. Undefined if it cannot exist,
 * as in a read-only home, or is switched off (`SLIPWAY_CODE_CACHE=off`).
 */
export const openProgramFolder = (build: string, environment: NodeJS.ProcessEnv): string | undefined => {
  const cache = resolveCacheFolder(environment);
  if (cache === undefined) return undefined;
  const programs = join(cache, 'programs');
  try {
    if (!isOwnFolder(programs)) return undefined;
    const own = join(programs, build);
    if (!existsSync(own)) deleteOldBuilds(programs);
    return isOwnFolder(own) ? own : undefined;
  } catch {
    // The program runs as well without.
    return undefined;
  }
};
