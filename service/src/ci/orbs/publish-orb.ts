import { badRequest, conflict, notFound } from '../../http/problem.ts';
import type { RequestContext } from '../../http/route.ts';
import type { StoredRecord, Transaction } from '../../store/store.ts';
import { isOrbRelease, parseOrbReference } from '../configuration/orbs/orb-reference.ts';
import { isOrganizationMember, requireOrganizationById } from '../organizations/require-organization.ts';
import { requireRight } from '../roles/require-right.ts';
import type { CiRight } from '../roles/right-holders.ts';
import { requireNamespace } from '../self-hosted-runners/require-resource-class.ts';
import { type FoundOrb, findLiveVersion, listLiveVersions, readPublishedSource, type OrbVersionRecord } from './find-published.ts';
import { findPublishedOrbById, seesPrivateOrbs } from './list-orbs.ts';
import { findOrbCategory } from './orb-categories.ts';
import { orbLimits, orbsKind, orbSourcesKind, orbVersionsKind, type PublishedOrb, type PublishedSource } from './orb-records.ts';
import type { PublishedVersion } from './orb-records.ts';

type Writing = RequestContext<Transaction>;

/** The orb of a namespace of the caller's: 404 unless it was published here, 403 without the right. */
export const requireOrbByName = async (ctx: RequestContext, namespace: string, name: string, right: CiRight): Promise<FoundOrb> => {
  const organization = await requireNamespace(ctx, namespace);
  const orb = await ctx.tx.getByKey<PublishedOrb>(orbsKind, organization.id, name);
  if (!orb) throw notFound(`the orb "${namespace}/${name}"`);
  await requireRight(ctx, right, { organization });
  return { organization, orb };
};

const findOwnOrb = async (ctx: RequestContext, id: string): Promise<FoundOrb | undefined> => {
  const found = await findPublishedOrbById(ctx.tx, id, seesPrivateOrbs(ctx));
  return found && isOrganizationMember(ctx, found.organization) ? found : undefined;
};

/** The orb with this ID, in a namespace of the caller: 404 unless it was published here, 403 without the right. */
export const requireOrbById = async (ctx: RequestContext, id: string, right: CiRight): Promise<FoundOrb> => {
  const found = await findOwnOrb(ctx, id);
  if (!found) throw notFound(`the orb ${id}`);
  await requireRight(ctx, right, found);
  return found;
};

/** The version with this ID, of an orb in a namespace of the caller: 404 and 403 as for the orb. */
export const requireVersionById = async (
  ctx: RequestContext,
  id: string,
  right: CiRight,
): Promise<{ readonly found: FoundOrb; readonly version: OrbVersionRecord }> => {
  const version = await ctx.tx.get<PublishedVersion>(orbVersionsKind, id);
  const found = version && (await findOwnOrb(ctx, version.scope));
  if (!found) throw notFound(`the version ${id} of an orb`);
  await requireRight(ctx, right, found);
  return { found, version };
};

/** Creates an orb without versions in the namespace of an organization, which has its ID. */
export const createOrb = async (
  ctx: Writing,
  namespace: string,
  { name, isPrivate }: { readonly name: string; readonly isPrivate: boolean },
): Promise<FoundOrb> => {
  const organization = await requireOrganizationById(ctx, namespace, 'release-orbs');
  const full = `${organization.body.name}/${name}`;
  if (!parseOrbReference(`${full}@1`))
    throw badRequest('expected a namespace and a name of an orb of 1 to 100 letters, digits, - and _ each');
  if (await ctx.tx.getByKey(orbsKind, organization.id, name)) throw conflict(`the orb "${full}" already exists`);
  if ((await ctx.tx.count({ kind: orbsKind, scope: organization.id })) >= orbLimits.orbs)
    throw badRequest(`expected at most ${orbLimits.orbs} orbs in a namespace`);
  const body: PublishedOrb = { private: isPrivate, listed: !isPrivate, categories: [], createdAt: ctx.clock.now().toISOString() };
  const id = ctx.newId('uuid');
  return { organization, orb: await ctx.tx.insert<PublishedOrb>({ id, kind: orbsKind, scope: organization.id, key: name, name, body }) };
};

/** Deletes the versions of an orb that have ended, with their texts; how many are left. */
const deleteEndedVersions = async ({ tx, clock }: Writing, orb: string): Promise<number> => {
  const live = (await listLiveVersions(tx, [orb], clock.now())).get(orb)!;
  const kept = new Set(live.map(({ id }) => id));
  const ended = (await tx.list<PublishedVersion>({ kind: orbVersionsKind, scope: orb })).records.filter(({ id }) => !kept.has(id));
  if (ended.length > 0) {
    await tx.deleteMany({ kinds: [orbVersionsKind], ids: ended.map(({ id }) => id) });
    await tx.deleteMany({ kinds: [orbSourcesKind], ids: ended.map(({ body }) => body.source) });
  }
  return live.length;
};

/** The right that a version needs: contributors publish development versions, admins releases. */
export const rightToPublish = (version: string): CiRight => (isOrbRelease(version) ? 'release-orbs' : 'develop-orbs');

const parseVersion = (version: string): string => {
  const isVersion = isOrbRelease(version) || (version.startsWith('dev:') && parseOrbReference(`a/a@${version}`));
  if (!isVersion) throw badRequest('expected a version such as 1.2.3, or dev: with a label of 1 to 100 letters, digits, ., - and _');
  return version;
};

const replaceSource = async ({ tx }: Writing, id: string, text: string): Promise<void> => {
  await tx.update<PublishedSource>((await tx.get<PublishedSource>(orbSourcesKind, id))!, { body: { text } });
};

/**
 * Publishes a text, which was checked, as a version. A release never changes: 409 if it exists. A development version is replaced, and
 * ends after 90 days.
 */
export const publishVersion = async (
  ctx: Writing,
  { organization, orb }: FoundOrb,
  wanted: string,
  text: string,
): Promise<OrbVersionRecord> => {
  const { tx, clock, newId } = ctx;
  const version = parseVersion(wanted);
  const count = await deleteEndedVersions(ctx, orb.id);
  const now = clock.now();
  const expiresAt = isOrbRelease(version) ? null : new Date(now.getTime() + orbLimits.developmentDays * 86_400_000).toISOString();
  const existing = await tx.getByKey<PublishedVersion>(orbVersionsKind, orb.id, version);
  if (existing && expiresAt === null)
    throw conflict(`${organization.body.name}/${orb.key}@${version} is published, and a release never changes: publish another version`);
  if (existing) {
    await replaceSource(ctx, existing.body.source, text);
    return tx.update<PublishedVersion>(existing, { body: { ...existing.body, createdAt: now.toISOString(), expiresAt } });
  }
  if (count >= orbLimits.versions) throw badRequest(`expected at most ${orbLimits.versions} versions of an orb`);
  const [id, source] = [newId('uuid'), newId('uuid')];
  await tx.insert<PublishedSource>({ id: source, kind: orbSourcesKind, scope: orb.id, key: id, name: '', body: { text } });
  const body = { createdAt: now.toISOString(), expiresAt, source };
  return tx.insert<PublishedVersion>({ id, kind: orbVersionsKind, scope: orb.id, key: version, name: '', body });
};

/** Publishes what a development version has as a release. */
export const promoteVersion = async (ctx: Writing, found: FoundOrb, development: string, release: string): Promise<OrbVersionRecord> => {
  if (!development.startsWith('dev:') || !isOrbRelease(release))
    throw badRequest('expected the version to promote as dev:label, and the release as 1.2.3');
  const from = await findLiveVersion(ctx.tx, found.orb.id, development, ctx.clock.now());
  if (!from) throw notFound(`the version "${development.slice(0, 120)}" of the orb "${found.organization.body.name}/${found.orb.key}"`);
  return publishVersion(ctx, found, release, await readPublishedSource(ctx.tx, from));
};

export const versionSegments = ['major', 'minor', 'patch'] as const;
export type VersionSegment = (typeof versionSegments)[number];

/** Publishes what a development version has as the release after the highest one: of 1.2.3, `minor` makes 1.3.0. */
export const promoteToNext = async (ctx: Writing, found: FoundOrb, development: string, segment: VersionSegment) => {
  const versions = (await listLiveVersions(ctx.tx, [found.orb.id], ctx.clock.now())).get(found.orb.id)!;
  const latest = versions.find(({ key }) => isOrbRelease(key))?.key ?? '0.0.0';
  const [major, minor, patch] = latest.split('.').map(Number) as [number, number, number];
  const next = { major: [major + 1, 0, 0], minor: [major, minor + 1, 0], patch: [major, minor, patch + 1] }[segment];
  return promoteVersion(ctx, found, development, next.join('.'));
};

/** Whether lists have the orb: never a private one. */
export const setOrbListed = async ({ tx }: Writing, { orb }: FoundOrb, listed: boolean): Promise<StoredRecord<PublishedOrb>> => {
  if (listed && orb.body.private) throw badRequest('a private orb is in no list');
  return tx.update<PublishedOrb>(orb, { body: { ...orb.body, listed } });
};

/** Puts an orb into a category, or takes it out. */
export const categorizeOrb = async (
  { tx }: Writing,
  { orb }: FoundOrb,
  category: string,
  isIn: boolean,
): Promise<StoredRecord<PublishedOrb>> => {
  if (!findOrbCategory(category)) throw notFound(`the category ${category}`);
  const others = orb.body.categories.filter((one) => one !== category);
  if (isIn && others.length >= orbLimits.categories) throw badRequest(`expected an orb in at most ${orbLimits.categories} categories`);
  return tx.update<PublishedOrb>(orb, { body: { ...orb.body, categories: isIn ? [...others, category] : others } });
};
