import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { LintOptions } from './lint-options.ts';

/** The file that `--write-baseline` writes unless another is named. A later run in the same folder finds it by this name. */
export const defaultBaseline = 'slipway-lint-baseline.json';

/**
 * Where the baseline is, absolute: of the command line, of the config file of the current folder (`configured`), or the default one of
 * the current folder where it is there or is to be written. Undefined: none is used.
 */
export const findBaselinePath = (options: LintOptions, configured: string | undefined, cwd: string): string | undefined => {
  if (options.baseline === false) return undefined;
  if (options.baseline !== undefined) return resolve(cwd, options.baseline);
  if (configured !== undefined) return configured;
  const usual = resolve(cwd, defaultBaseline);
  return options.writeBaseline || existsSync(usual) ? usual : undefined;
};
