/**
 * The entry of the published package `@slipway/service`. The code of the service is loaded with the first start. What V8 compiles of it is
 * kept in `node_modules/.cache/slipway`, as tools do that are installed for a project (decision 157).
 */
import { join, sep } from 'node:path';
import { runInThisContext } from 'node:vm';
import { programScripts } from '../../cli/src/start/program-scripts.ts';
import { programEntry } from '../../cli/src/start/compiled-program.ts';
import { openProgramFolder } from '../../cli/src/start/program-folder.ts';
import type * as service from '../../service/src/index.ts';
import { runScript } from '../../src/protocol/script-loader.ts';

/** Set by the build: the version, and a digest of what was built with this file. */
declare const slipwayBuild: string;

const script = 'service.cjs';
type Service = typeof service;

/** The folder of packages that this one is installed in, as `SLIPWAY_CODE_CACHE` has a folder; undefined: in none, such as a bundle. */
const cacheOfInstallation = (): NodeJS.ProcessEnv | undefined => {
  const inside = `${sep}node_modules${sep}`;
  const at = __dirname.lastIndexOf(inside);
  return at === -1 ? undefined : { SLIPWAY_CODE_CACHE: join(__dirname.slice(0, at + inside.length), '.cache', 'slipway') };
};

const loadService = (): Service => {
  // A runner of tests that gives each file a global object of its own, as Jest does, loads it there: compiled code has another one.
  if (runInThisContext('Object') !== Object) return require('./service.cjs') as Service;
  const environment = process.env['SLIPWAY_CODE_CACHE'] ? process.env : cacheOfInstallation();
  const folder = environment && openProgramFolder(slipwayBuild, environment);
  const cache = folder === undefined ? undefined : { folder, entry: programEntry('service', []), keepsOfFailures: true };
  return runScript(script, require, programScripts(__dirname, cache)) as Service;
};

let loaded: Service | undefined;

/** See service/src/index.ts. */
export const startService: Service['startService'] = async (options) => (loaded ??= loadService()).startService(options);
