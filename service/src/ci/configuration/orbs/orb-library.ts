import type { ConfigNode } from '../source/config-node.ts';
import type { ConfigurationDocument } from '../source/read-configuration.ts';
import type { ConfigurationDiagnostic, ConfigurationFinding } from '../configuration-diagnostic.ts';
import { limitDiagnostics } from '../source/locate-diagnostics.ts';

/** An orb whose file is read. */
export interface LoadedOrb {
  /** `namespace/name@1.2.3` */
  readonly id: string;
  readonly file: string;
  readonly document: ConfigurationDocument;
  /** Its pointer begins with that of the document: `orb:namespace/name@1.2.3#`. */
  readonly node: ConfigNode;
}

/** The orbs of a configuration. It is filled while they are loaded. */
export interface OrbLibrary {
  /** Loaded orbs by the pointer of their reference. Orbs that cannot be used are missing. */
  readonly byPointer: Map<string, LoadedOrb>;
  readonly byId: Map<string, LoadedOrb>;
}

export const createOrbLibrary = (): OrbLibrary => ({ byPointer: new Map(), byId: new Map() });

export const orbPointer = (id: string): string => `orb:${id}#`;

/** The document that a pointer is in, and the pointer within it. Pointers into the configuration itself have no prefix. */
export const splitPointer = (pointer: string): { readonly id: string | undefined; readonly prefix: string; readonly path: string } => {
  const end = pointer.startsWith('orb:') ? pointer.indexOf('#') : -1;
  return end < 0
    ? { id: undefined, prefix: '', path: pointer }
    : { id: pointer.slice(4, end), prefix: pointer.slice(0, end + 1), path: pointer.slice(end + 1) };
};

/** Locates findings in the configuration and in its orbs: those of the configuration first. */
export const locateFindings = (
  document: ConfigurationDocument,
  { byId }: OrbLibrary,
  findings: readonly ConfigurationFinding[],
): readonly ConfigurationDiagnostic[] => {
  const groups = new Map<string | undefined, ConfigurationFinding[]>([[undefined, []]]);
  for (const { pointer, message } of findings) {
    const { id, path } = splitPointer(pointer);
    groups.set(id, [...(groups.get(id) ?? []), { pointer: path, message }]);
  }
  return [...groups].flatMap(([id, marks]) => {
    const orb = id === undefined ? undefined : byId.get(id);
    if (!orb) return document.locate(id === undefined ? marks : marks.map(({ message }) => ({ pointer: '', message })));
    return limitDiagnostics(orb.document.locate(marks)).map((diagnostic) => ({ file: orb.file, ...diagnostic }));
  });
};
