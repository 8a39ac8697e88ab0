import { copyFileSync, linkSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { version } from '@slipway/declarations/version';
import { providerAddress, providerType } from './address.ts';
import { platformName } from './platform.ts';

/**
 * A filesystem mirror below `folder` whose provider starts `program`: a single executable that is the provider when an engine starts
 * it. On Windows it is a link to that file, elsewhere a script of one line. Answers the mirror.
 */
export function writeExecutableMirror(folder: string, program = process.execPath, platform = platformName()): string {
  const mirror = join(folder, '.terraform', 'slipway-mirror');
  const place = join(mirror, providerAddress, version, platform);
  const name = `terraform-provider-${providerType}_v${version}`;
  rmSync(mirror, { recursive: true, force: true });
  mkdirSync(place, { recursive: true });
  if (!platform.startsWith('windows_')) {
    writeFileSync(join(place, name), `#!/bin/sh\nexec '${program.replaceAll("'", "'\\''")}' "$@"\n`, { mode: 0o755 });
    return mirror;
  }
  try {
    linkSync(program, join(place, `${name}.exe`));
  } catch {
    // On another drive a link is not possible.
    copyFileSync(program, join(place, `${name}.exe`));
  }
  return mirror;
}
