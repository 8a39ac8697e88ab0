import { type Attributes, isAbsent, isUnknown, unknown, type Values } from '@slipway/declarations/declare';
import { matchesFingerprint } from './fingerprint.ts';

/** What private state holds beside the state: fingerprints of write-only values that were sent last, and what was configured. */
export interface Fingerprints {
  readonly prints: { readonly [name: string]: string };
  /** The change markers that the service returned then. */
  readonly witnesses: { readonly [name: string]: unknown };
  /** Set by an import, until the first read: everything is read, what we do not own yet included. */
  readonly imported?: true;
  /** What the last apply found configured of what the service decides otherwise (withdrawn.ts); absent: nothing. */
  readonly configured?: readonly string[];
}

export const newFingerprints = (): Fingerprints => ({ prints: {}, witnesses: {} });

/** Whether the change marker of `name` differs from the recorded one. */
export const hasMarkerChanged = (fingerprints: Fingerprints, name: string, changeMarker: string | undefined, state: Values): boolean =>
  changeMarker !== undefined &&
  name in fingerprints.witnesses &&
  !isAbsent(state[changeMarker]) &&
  fingerprints.witnesses[name] !== state[changeMarker];

/**
 * The write-only attributes whose configured value is the one that was sent last. Where fingerprints are not kept, it counts as such
 * from the first time it was sent.
 */
export const findUnchanged = async (
  attributes: Attributes,
  prior: Values | null,
  config: Values,
  fingerprints: Fingerprints,
  areKept: boolean,
): Promise<ReadonlySet<string>> => {
  const unchanged = new Set<string>();
  for (const [name, { writeOnly }] of Object.entries(attributes)) {
    if (!writeOnly || prior === null || isAbsent(config[name]) || isUnknown(config[name]) || !isAbsent(config[writeOnly.revision]))
      continue;
    const known = fingerprints.prints[name];
    const isSame = areKept ? await matchesFingerprint(known, config[name]) : !isAbsent(prior[writeOnly.revision]);
    if (isSame) unchanged.add(name);
  }
  return unchanged;
};

/**
 * The planned revisions of write-only attributes. A configured revision is used as it is. Else it increases by one when the value is
 * not the last one sent (`unchanged`), or when it was changed elsewhere.
 */
export const planRevisions = (
  attributes: Attributes,
  prior: Values | null,
  config: Values,
  fingerprints: Fingerprints & { readonly unchanged?: ReadonlySet<string> },
  planned: Record<string, unknown>,
): void => {
  for (const [name, attribute] of Object.entries(attributes)) {
    if (!attribute.writeOnly) continue;
    const { revision, changeMarker } = attribute.writeOnly;
    if (!isAbsent(config[revision])) continue;
    const before = prior?.[revision];
    const last = typeof before === 'number' ? before : 0;
    const isKept = prior !== null && fingerprints.unchanged?.has(name) && !hasMarkerChanged(fingerprints, name, changeMarker, prior);
    if (isAbsent(config[name])) planned[revision] = null;
    else if (isUnknown(config[name])) planned[revision] = unknown;
    else planned[revision] = isKept ? last : last + 1;
  }
};
