import { existsSync, readlinkSync, symlinkSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';

/** npm links the programs of dependencies, not the package's own; with these, `npx slipway` runs from a checkout. */
export function linkPrograms(root: string): void {
  const folder = join(root, 'node_modules', '.bin');
  if (process.platform === 'win32' || !existsSync(folder)) return;
  for (const [name, program] of [
    ['slipway', 'cli/bin/slipway.cjs'],
    ['mesh-config', 'cli/bin/mesh-config.cjs'],
    ['slipway-lint', 'schema-tools/bin/slipway-lint.mjs'],
  ] as const) {
    const [link, target] = [join(folder, name), `../../${program}`];
    try {
      if (readlinkSync(link) === target) continue;
      unlinkSync(link);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
    symlinkSync(target, link);
  }
}
