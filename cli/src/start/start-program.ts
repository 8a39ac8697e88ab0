/** What cli/bin/launch.cjs calls, a bundle of its own: it has to be small, because Node.js compiles it at each start. */
import { runScript } from 'slipway/protocol/script-loader';
import { programScripts } from './program-scripts.ts';
import { programEntry } from './compiled-program.ts';
import { openProgramFolder } from './program-folder.ts';

/** Set by the build: the version, and a digest of what was built with this file. */
declare const slipwayBuild: string;

/** Runs `slipway` or `mesh-config`. */
export const startProgram = (program: string): void => {
  const folder = openProgramFolder(slipwayBuild, process.env);
  const cache = folder === undefined ? undefined : { folder, entry: programEntry(program, process.argv.slice(2)), keepsOfFailures: false };
  void runScript(`${program}.cjs`, require, programScripts(__dirname, cache));
};
