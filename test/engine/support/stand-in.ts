import { cpSync, readdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { providerAddress } from '../../../src/engine/address.ts';
import { mirrorFolder } from '../../../src/engine/package-root.ts';

/**
 * A mirror below the folder, with our provider also under other addresses: the engine installs the provider that a state names, and asks
 * it nothing when its objects move.
 */
export const writeStandIns = (folder: string, providers: readonly string[]): string => {
  const mirror = join(folder, 'mirror');
  cpSync(mirrorFolder(), mirror, { recursive: true });
  const ours = join(mirror, ...providerAddress.split('/'));
  for (const provider of providers) {
    const theirs = join(mirror, ...provider.split('/'));
    cpSync(ours, theirs, { recursive: true });
    for (const version of readdirSync(theirs))
      for (const platform of readdirSync(join(theirs, version))) {
        const at = join(theirs, version, platform);
        for (const name of readdirSync(at).filter((one) => one.startsWith('terraform-provider-slipway_')))
          renameSync(join(at, name), join(at, name.replace('-slipway_', `-${provider.split('/').at(-1)}_`)));
      }
  }
  return mirror;
};
