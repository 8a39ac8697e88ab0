import { Problem } from '../../http/problem.ts';
import type { RequestContext } from '../../http/route.ts';
import type { StoredRecord, Transaction } from '../../store/store.ts';
import { parseOrbReference, selectOrbVersion } from '../configuration/orbs/orb-reference.ts';
import type { CiOrganization } from '../organizations/organization-records.ts';
import { isOrganizationMember } from '../organizations/require-organization.ts';
import type { CheckedOrb } from '../orbs/check-orb-in-worker.ts';
import type { CatalogOrb } from '../orbs/orb-catalog.ts';
import { orbCategories } from '../orbs/orb-categories.ts';
import { findLiveVersion, findPublishedOrb, type FoundOrb } from '../orbs/find-published.ts';
import { listedOrbs, seesPrivateOrbs, withOrganizations } from '../orbs/list-orbs.ts';
import { orbsKind, type PublishedOrb } from '../orbs/orb-records.ts';
import {
  categorizeOrb,
  createOrb,
  promoteVersion,
  publishVersion,
  requireOrbById,
  requireOrbByName,
  rightToPublish,
  setOrbListed,
} from '../orbs/publish-orb.ts';
import { type Arguments, countArgument, flagArgument, idArgument, textArgument } from './arguments.ts';
import { GraphqlFault } from './graphql-fault.ts';
import {
  namespaceNamed,
  toConnection,
  toFolderOrbObject,
  toFolderVersionObject,
  toNamespace,
  toOrbObjects,
  toVersionObject,
} from './orb-objects.ts';
import type { PreparedOrbs } from './prepare-orbs.ts';
import type { GraphqlObject } from './select-fields.ts';

type Writing = RequestContext<Transaction>;
type OrbField = (ctx: Writing, given: Arguments) => Promise<GraphqlObject | null>;

const preparedOrbs = (ctx: RequestContext): PreparedOrbs => ctx.prepared as PreparedOrbs;

/** As in a configuration: the folder first. */
const findOrb: OrbField = async (ctx, given) => {
  const name = textArgument(given, 'name');
  const { folder } = preparedOrbs(ctx);
  const orb = folder.orbs.find((one) => one.name === name);
  if (orb) return toFolderOrbObject(orb, folder);
  const reference = parseOrbReference(`${name}@1`);
  const found = reference && (await findPublishedOrb(ctx.tx, reference, seesPrivateOrbs(ctx)));
  return found ? toOrbObjects(ctx, [found])[0]! : null;
};

/** As in a configuration: the folder first. */
const findVersion: OrbField = async (ctx, given) => {
  const reference = parseOrbReference(textArgument(given, 'orbVersionRef'));
  if (!reference) return null;
  const { folder } = preparedOrbs(ctx);
  const orb = folder.orbs.find(({ name }) => name === `${reference.namespace}/${reference.name}`);
  const names = orb?.versions.map(({ version }) => version) ?? [];
  const selected = selectOrbVersion(reference.version, names);
  const file = orb?.versions.find(({ version }) => version === selected);
  if (orb && file) return toFolderVersionObject(file, orb, folder);
  const found = await findPublishedOrb(ctx.tx, reference, seesPrivateOrbs(ctx));
  const version = found && (await findLiveVersion(ctx.tx, found.orb.id, reference.version, ctx.clock.now()));
  return version ? toVersionObject(ctx, found, version) : null;
};

/** The text after which a page begins: the cursor of the item before it, or an empty text. */
const afterArgument = (given: Arguments): string => {
  const after = given['after'] ?? '';
  if (typeof after !== 'string') throw new GraphqlFault('the argument after is not a cursor');
  return after;
};

/** The public orbs that are listed: those of the folder, which count as certified, then the published ones. */
const listOrbs: OrbField = async (ctx, given) => {
  const [first, after] = [countArgument(given, 'first', 20), afterArgument(given)];
  const { folder } = preparedOrbs(ctx);
  const at = folder.orbs.findIndex(({ id }) => id === after);
  const published = after === '' || at >= 0 ? undefined : await ctx.tx.get(orbsKind, after);
  if (after !== '' && at < 0 && !published) throw new GraphqlFault('the argument after is not a cursor of this list');
  const files = published ? [] : folder.orbs.slice(at + 1, at + 1 + first);
  const others = flagArgument(given, 'certifiedOnly', true)
    ? []
    : (
        await ctx.tx.list<PublishedOrb>(
          { ...listedOrbs, ...(published ? { seq: { after: published.seq } } : {}) },
          { offset: 0, limit: first - files.length + 1, uncounted: true },
        )
      ).records;
  const shown = others.slice(0, first - files.length);
  const nodes = [...files.map((orb) => toFolderOrbObject(orb, folder)), ...toOrbObjects(ctx, await withOrganizations(ctx.tx, shown))];
  const isMore = others.length > shown.length || (!published && at + 1 + first < folder.orbs.length);
  const countOthers = async () => (flagArgument(given, 'certifiedOnly', true) ? 0 : ctx.tx.count(listedOrbs));
  return toConnection(nodes, async () => folder.orbs.length + (await countOthers()), isMore);
};

const views = ['ALL', 'PUBLIC_ONLY', 'PRIVATE_ONLY'];

const listOrbsOf =
  (ctx: RequestContext, organization: StoredRecord<CiOrganization> | undefined, files: readonly CatalogOrb[], isMember: boolean) =>
  async (given: Arguments): Promise<GraphqlObject> => {
    const view = given['view'] ?? 'ALL';
    if (!views.includes(view as string)) throw new GraphqlFault(`the argument view is not one of ${views.join(', ')}`);
    const { folder } = preparedOrbs(ctx);
    const { records } = organization ? await ctx.tx.list<PublishedOrb>({ kind: orbsKind, scope: organization.id }) : { records: [] };
    const visible = records.filter(
      ({ body }) => (isMember || (!body.private && body.listed)) && (view === 'ALL' || body.private === (view === 'PRIVATE_ONLY')),
    );
    const published = organization
      ? toOrbObjects(
          ctx,
          visible.map((orb) => ({ organization, orb })),
        )
      : [];
    const all = [...(view === 'PRIVATE_ONLY' ? [] : files.map((orb) => toFolderOrbObject(orb, folder))), ...published];
    const [first, after] = [countArgument(given, 'first', 20), afterArgument(given)];
    const from = after === '' ? 0 : all.findIndex(({ id }) => id === after) + 1;
    if (after !== '' && from === 0) throw new GraphqlFault('the argument after is not a cursor of this list');
    return toConnection(all.slice(from, from + first), all.length, from + first < all.length);
  };

/** A namespace of the caller's, or one in the folder, or one of others that has public orbs in lists. */
const findNamespace: OrbField = async (ctx, given) => {
  const name = textArgument(given, 'name');
  const files = preparedOrbs(ctx).folder.orbs.filter(({ namespace }) => namespace === name);
  const organization = await ctx.tx.getByKey<CiOrganization>('ci-organizations', '', name);
  const isMember = isOrganizationMember(ctx, organization);
  const orbs = listOrbsOf(ctx, organization, files, isMember);
  if (organization && isMember) return { ...toNamespace(ctx, organization), orbs };
  const listed = organization ? await ctx.tx.count({ kind: orbsKind, scope: organization.id, body: [{ path: 'listed', is: true }] }) : 0;
  return files.length + listed === 0 ? null : { ...namespaceNamed(name), orbs };
};

const listCategories: OrbField = async (_ctx, given) => {
  const [first, after] = [countArgument(given, 'first', 20), afterArgument(given)];
  const from = after === '' ? 0 : orbCategories.findIndex(({ id }) => id === after) + 1;
  return toConnection(
    orbCategories.slice(from, from + first).map((one) => ({ ...one })),
    orbCategories.length,
    from + first < orbCategories.length,
  );
};

const findCategory: OrbField = async (_ctx, given) => {
  const name = textArgument(given, 'name');
  const category = orbCategories.find((one) => one.name === name);
  return category ? { ...category } : null;
};

const processOrb: OrbField = async (ctx, given) => {
  const checked = preparedOrbs(ctx).checked!;
  const errors = 'errors' in checked ? checked.errors : [];
  return {
    valid: errors.length === 0,
    errors: errors.map((message) => ({ message })),
    sourceYaml: textArgument(given, 'orbYaml'),
    outputYaml: 'yaml' in checked ? checked.yaml : '',
  };
};

/** Answers a mutation; a refusal is in its `errors`, as clients expect, and its other members are null. */
const mutate =
  (members: readonly string[], change: OrbField): OrbField =>
  async (ctx, given) => {
    const none = Object.fromEntries(members.map((name) => [name, null]));
    try {
      return { ...none, errors: [], ...(await change(ctx, given)) };
    } catch (error) {
      if (!(error instanceof Problem) || error.status >= 500) throw error;
      return { ...none, errors: [{ message: error.message, type: error.status === 404 ? 'NOT_FOUND' : 'ORB_ERROR' }] };
    }
  };

const requireOrbOfArguments = (ctx: Writing, given: Arguments, version: string): Promise<FoundOrb> =>
  requireOrbByName(ctx, textArgument(given, 'namespaceName'), textArgument(given, 'orbName'), rightToPublish(version));

const publishChecked = async (
  ctx: Writing,
  found: FoundOrb,
  version: string,
  given: Arguments,
  checked: CheckedOrb,
): Promise<GraphqlObject> => {
  if ('errors' in checked) return { errors: checked.errors.map((message) => ({ message, type: 'ORB_INVALID' })) };
  const record = await publishVersion(ctx, found, version, textArgument(given, 'orbYaml'));
  return { orb: toVersionObject(ctx, found, record) };
};

const publish: OrbField = async (ctx, given) => {
  const [version, checked] = [textArgument(given, 'version'), preparedOrbs(ctx).checked!];
  return publishChecked(ctx, await requireOrbOfArguments(ctx, given, version), version, given, checked);
};

/** What an admin brings from another registry is published as everything else. */
const importVersion: OrbField = async (ctx, given) => {
  const [version, checked] = [textArgument(given, 'version'), preparedOrbs(ctx).checked!];
  return publishChecked(ctx, await requireOrbById(ctx, idArgument(given, 'orbId'), 'release-orbs'), version, given, checked);
};

const promote: OrbField = async (ctx, given) => {
  const version = textArgument(given, 'semanticVersion');
  const found = await requireOrbOfArguments(ctx, given, version);
  return { orb: toVersionObject(ctx, found, await promoteVersion(ctx, found, textArgument(given, 'devVersion'), version)) };
};

const categorize =
  (isIn: boolean): OrbField =>
  async (ctx, given) => {
    const [orbId, categoryId] = [idArgument(given, 'orbId'), idArgument(given, 'categoryId')];
    await categorizeOrb(ctx, await requireOrbById(ctx, orbId, 'release-orbs'), categoryId, isIn);
    return { orbId, categoryId };
  };

export const orbQueries: { readonly [name: string]: OrbField } = {
  registryNamespace: findNamespace,
  orb: findOrb,
  orbVersion: findVersion,
  orbs: listOrbs,
  orbCategories: listCategories,
  orbCategoryByName: findCategory,
  orbConfig: processOrb,
};

export const orbMutations: { readonly [name: string]: OrbField } = {
  createOrb: mutate(['orb'], async (ctx, given) => {
    const wanted = { name: textArgument(given, 'name'), isPrivate: flagArgument(given, 'isPrivate', false) };
    return { orb: toOrbObjects(ctx, [await createOrb(ctx, idArgument(given, 'registryNamespaceId'), wanted)])[0] };
  }),
  publishOrb: mutate(['orb'], publish),
  importOrb: mutate(['orb'], async (ctx, given) => {
    const wanted = { name: textArgument(given, 'name'), isPrivate: false };
    return { orb: toOrbObjects(ctx, [await createOrb(ctx, idArgument(given, 'registryNamespaceId'), wanted)])[0] };
  }),
  importOrbVersion: mutate(['orb'], importVersion),
  promoteOrb: mutate(['orb'], promote),
  setOrbListStatus: mutate(['listed'], async (ctx, given) => {
    const found = await requireOrbById(ctx, idArgument(given, 'orbId'), 'release-orbs');
    return { listed: (await setOrbListed(ctx, found, flagArgument(given, 'list', true))).body.listed };
  }),
  addCategorizationToOrb: mutate(['orbId', 'categoryId'], categorize(true)),
  removeCategorizationFromOrb: mutate(['orbId', 'categoryId'], categorize(false)),
};
