import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { type Attributes, isAbsent, isUnknown, unknown, type Values } from '../declare/index.ts';

/**
 * What private state remembers of values that are never stored: a salted print of what was sent last, and the witness
 * that the service answered then.
 */
export interface Fingerprints {
  readonly salt: string;
  readonly prints: { readonly [name: string]: string };
  readonly witnesses: { readonly [name: string]: unknown };
  /** Set by an import, until the first read: everything is read, what we do not own yet included. */
  readonly imported?: true;
}

export const newFingerprints = (): Fingerprints => ({ salt: randomBytes(16).toString('base64'), prints: {}, witnesses: {} });

/** Keyed, so that two equal secrets in two objects do not look alike and a guess cannot be checked without the salt. */
export const computeFingerprint = (salt: string, value: unknown): string =>
  createHmac('sha256', Buffer.from(salt, 'base64'))
    .update(typeof value === 'string' ? value : JSON.stringify(value))
    .digest('base64');

const matchesFingerprint = (fingerprints: Fingerprints, name: string, value: unknown): boolean => {
  const known = fingerprints.prints[name];
  if (known === undefined) return false;
  const a = Buffer.from(known),
    b = Buffer.from(computeFingerprint(fingerprints.salt, value));
  return a.length === b.length && timingSafeEqual(a, b);
};

/** Whether the change marker of `name` differs from the recorded one. */
export const hasMarkerChanged = (fingerprints: Fingerprints, name: string, changeMarker: string | undefined, state: Values): boolean =>
  changeMarker !== undefined &&
  name in fingerprints.witnesses &&
  !isAbsent(state[changeMarker]) &&
  fingerprints.witnesses[name] !== state[changeMarker];

/**
 * The planned revisions of write-only attributes. A revision that the configuration says is obeyed as it is. Else it moves
 * up by one when the value's print differs from the last one sent, or when the value was changed elsewhere.
 */
export const planRevisions = (
  attributes: Attributes,
  prior: Values | null,
  config: Values,
  fingerprints: Fingerprints,
  planned: Record<string, unknown>,
): void => {
  for (const [name, attribute] of Object.entries(attributes)) {
    if (!attribute.writeOnly) continue;
    const { revision, changeMarker } = attribute.writeOnly;
    if (!isAbsent(config[revision])) continue;
    const before = prior?.[revision];
    const last = typeof before === 'number' ? before : 0;
    if (isAbsent(config[name])) planned[revision] = null;
    else if (prior === null) planned[revision] = 1;
    else if (isUnknown(config[name])) planned[revision] = unknown;
    else
      planned[revision] =
        !matchesFingerprint(fingerprints, name, config[name]) || hasMarkerChanged(fingerprints, name, changeMarker, prior)
          ? last + 1
          : last;
  }
};
