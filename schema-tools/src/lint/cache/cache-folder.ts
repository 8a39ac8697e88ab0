import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';

/** The nearest `node_modules` at or above a folder. */
function packagesAbove(folder: string): string | undefined {
  for (let at = folder; ; at = dirname(at)) {
    const found = join(at, 'node_modules');
    if (existsSync(found)) return found;
    if (dirname(at) === at) return undefined;
  }
}

/** Where the linter keeps what it knows of files, absolute: in the project's packages, otherwise in the user's cache (XDG). */
export function cacheFolder(cwd: string, environment: NodeJS.ProcessEnv): string {
  const packages = packagesAbove(cwd);
  if (packages !== undefined) return join(packages, '.cache', 'slipway');
  const given = environment['XDG_CACHE_HOME'];
  return join(given !== undefined && isAbsolute(given) ? given : join(homedir(), '.cache'), 'slipway');
}
