import type { Clock } from '../../http/route.ts';
import type { ReadTransaction, StoredRecord } from '../../store/store.ts';
import type { CiOrganization } from '../organizations/organization-records.ts';
import { compareOrbVersions, type OrbReference, parseOrbReference, selectOrbVersion } from '../configuration/orbs/orb-reference.ts';
import { formatOrbReference, type OrbFile } from '../configuration/orbs/orb-source.ts';
import { configurationLimits } from '../configuration/configuration-limits.ts';
import {
  orbsKind,
  orbSourcesKind,
  orbVersionsKind,
  type PublishedOrb,
  type PublishedSource,
  type PublishedVersion,
} from './orb-records.ts';

export type OrbRecord = StoredRecord<PublishedOrb>;
export type OrbVersionRecord = StoredRecord<PublishedVersion>;
/** Whether an organization is one whose private orbs may be found, by its record. */
export type SeesPrivate = (organization: StoredRecord<CiOrganization>) => boolean;

/** An orb with the organization whose namespace it is in. */
export interface FoundOrb {
  readonly organization: StoredRecord<CiOrganization>;
  readonly orb: OrbRecord;
}

/** Whether a development version is over. */
export const hasEnded = ({ body: { expiresAt } }: OrbVersionRecord, now: Date): boolean =>
  expiresAt !== null && Date.parse(expiresAt) <= now.getTime();

/** An orb that was published here; undefined if there is none, or it is private and of others. */
export const findPublishedOrb = async (
  view: ReadTransaction,
  { namespace, name }: Pick<OrbReference, 'namespace' | 'name'>,
  seesPrivate: SeesPrivate,
): Promise<FoundOrb | undefined> => {
  const organization = await view.getByKey<CiOrganization>('ci-organizations', '', namespace);
  const orb = organization && (await view.getByKey<PublishedOrb>(orbsKind, organization.id, name));
  return orb && (!orb.body.private || seesPrivate(organization)) ? { organization, orb } : undefined;
};

/** The versions of orbs that have not ended, by the ID of the orb: the highest release first, then development versions by name. */
export const listLiveVersions = async (
  view: ReadTransaction,
  orbs: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, readonly OrbVersionRecord[]>> => {
  const byOrb = new Map<string, OrbVersionRecord[]>(orbs.map((id) => [id, []]));
  if (orbs.length === 0) return byOrb;
  for (const record of (await view.list<PublishedVersion>({ kind: orbVersionsKind, scope: orbs })).records)
    if (!hasEnded(record, now)) byOrb.get(record.scope)!.push(record);
  for (const versions of byOrb.values()) versions.sort((one, other) => compareOrbVersions(other.key, one.key));
  return byOrb;
};

/** The version of an orb that a reference selects, if it has not ended. */
export const findLiveVersion = async (
  view: ReadTransaction,
  orb: string,
  wanted: string,
  now: Date,
): Promise<OrbVersionRecord | undefined> => {
  const exact = await view.getByKey<PublishedVersion>(orbVersionsKind, orb, wanted);
  if (exact) return hasEnded(exact, now) ? undefined : exact;
  const versions = (await listLiveVersions(view, [orb], now)).get(orb)!;
  const selected = selectOrbVersion(
    wanted,
    versions.map(({ key }) => key),
  );
  return versions.find(({ key }) => key === selected);
};

export const readPublishedSource = async (view: ReadTransaction, { body }: Pick<OrbVersionRecord, 'body'>): Promise<string> =>
  (await view.get<PublishedSource>(orbSourcesKind, body.source))!.body.text;

/** Finds published orbs by reference, in a read of its own. */
export type FindOrbs = (references: readonly string[]) => Promise<PublishedOrbs>;
/** Published orbs by the text of their references; null: none is published. */
export interface PublishedOrbs {
  readonly [reference: string]: OrbFile | null;
}

const findOne = async (view: ReadTransaction, text: string, seesPrivate: SeesPrivate, now: Date): Promise<OrbFile | null> => {
  const reference = parseOrbReference(text);
  const found = reference && (await findPublishedOrb(view, reference, seesPrivate));
  const version = found && (await findLiveVersion(view, found.orb.id, reference.version, now));
  if (!version) return null;
  const id = formatOrbReference({ ...reference, version: version.key });
  return { id, file: id, text: await readPublishedSource(view, version) };
};

interface Reading {
  readonly clock: Clock;
  read<T>(work: (reading: { readonly tx: ReadTransaction }) => Promise<T>): Promise<T>;
}
/** Finds published orbs for an organization (UUID), its private ones among them; undefined: for nobody, only public ones. */
export const createOrbFinder =
  ({ read, clock }: Reading, organization: string | undefined): FindOrbs =>
  (references) =>
    read(({ tx }) => findPublishedOrbs(tx, references, ({ id }) => id === organization, clock.now()));

/** The published orbs that these references select. It stops once there are more characters than a configuration may use. */
export const findPublishedOrbs = async (
  view: ReadTransaction,
  references: readonly string[],
  seesPrivate: SeesPrivate,
  now: Date,
): Promise<PublishedOrbs> => {
  const found: { [reference: string]: OrbFile | null } = {};
  let characters = 0;
  for (const text of references.slice(0, configurationLimits.orbs + 1)) {
    if (characters > configurationLimits.orbCharacters) break;
    found[text] = await findOne(view, text, seesPrivate, now);
    characters += found[text]?.text.length ?? 0;
  }
  return found;
};
