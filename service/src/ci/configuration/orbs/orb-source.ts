import type { OrbReference } from './orb-reference.ts';

/** The file of an orb. */
export interface OrbFile {
  /** `namespace/name@1.2.3` */
  readonly id: string;
  /** The path of the file, as messages show it. */
  readonly file: string;
  readonly text: string;
}
/** A file, or a sentence why there is none. */
export type OrbLookup = OrbFile | { readonly missing: string };

/** Where the compiler finds orbs. It does not fetch from a registry. */
export interface OrbSource {
  findOrb(reference: OrbReference): Promise<OrbLookup>;
}

export const formatOrbReference = ({ namespace, name, version }: OrbReference): string => `${namespace}/${name}@${version}`;
