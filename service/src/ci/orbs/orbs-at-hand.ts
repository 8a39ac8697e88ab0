import { formatOrbReference, type OrbSource } from '../configuration/orbs/orb-source.ts';
import { noSource } from '../configuration/orbs/load-orbs.ts';
import { openOrbFolder } from '../configuration/orbs/orb-folder.ts';
import type { PublishedOrbs } from './find-published.ts';

/** The orbs of a folder, which come first, and published ones. `wanted` takes the references that neither has. */
export const openOrbsAtHand = (folder: string | undefined, published: PublishedOrbs, wanted: Set<string>): OrbSource => {
  const files = folder ? openOrbFolder(folder) : noSource;
  return {
    async findOrb(reference) {
      const file = await files.findOrb(reference);
      if (!('missing' in file)) return file;
      const text = formatOrbReference(reference);
      if (!Object.hasOwn(published, text)) wanted.add(text);
      return published[text] ?? file;
    },
  };
};
