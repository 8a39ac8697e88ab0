import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of this package, from its source and from its bundle alike: the nearest one above that holds `bin/slipway.mjs`. */
export function packageRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'bin', 'slipway.mjs'))) {
    const above = dirname(folder);
    if (above === folder) throw new Error('This program is not where it was installed: bin/slipway.mjs is not above it. Install it again.');
    folder = above;
  }
  return folder;
}

/** A filesystem mirror that holds the provider; made by build.ts. */
export const mirrorFolder = (): string => join(packageRoot(), 'dist', 'mirror');
/** The provider's executable and its bundle. */
export const pluginFolder = (): string => join(packageRoot(), 'dist', 'provider');
