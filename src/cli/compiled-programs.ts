import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import module from 'node:module';
import { join } from 'node:path';
import { isSea } from 'node:sea';
import { fileURLToPath } from 'node:url';
import { isOwnFolder, resolveCacheFolder } from '../protocol/code-cache/cache-folder.ts';
import { version } from '../version.ts';

/** Other builds than the running one whose code stays: another installation may be in use. */
const keptBuilds = 2;

/** The version, and when this file was built: another build has other files. */
const buildName = (): string => `${version}-${Math.round(statSync(fileURLToPath(import.meta.url)).mtimeMs).toString(36)}`;

/** Node.js itself never deletes what it has compiled. */
const deleteOldBuilds = (folder: string): void => {
  const builds = readdirSync(folder).map((name) => ({ path: join(folder, name), time: statSync(join(folder, name)).mtimeMs }));
  for (const { path } of builds.sort((a, b) => b.time - a.time).slice(keptBuilds)) rmSync(path, { recursive: true, force: true });
};

/**
 * Node 22 and newer keep what they compile of the command line in the user's cache, in a folder that nobody else may write to, and take it
 * from there at the next start. Node 20 cannot, for modules; a single executable has its code inside.
 */
export const keepCompiledCode = (environment: NodeJS.ProcessEnv): void => {
  const { enableCompileCache } = module as { enableCompileCache?(folder: string): unknown };
  const cache = resolveCacheFolder(environment);
  if (!enableCompileCache || isSea() || environment['NODE_COMPILE_CACHE'] || cache === undefined) return;
  const programs = join(cache, 'programs');
  try {
    if (!isOwnFolder(programs)) return;
    const own = join(programs, buildName());
    if (!existsSync(own)) deleteOldBuilds(programs);
    if (isOwnFolder(own)) enableCompileCache(own);
  } catch {
    // There can be no folder, as in a home that is read-only: the program runs as well without.
  }
};
