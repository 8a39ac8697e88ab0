import { unprocessable } from '../http/problem.ts';
import type { RequestContext } from '../http/route.ts';
import type { Noun, PreparedWrite } from '../nouns/declaration.ts';
import { type NounBody, type NounRecord, toStoredName } from '../nouns/noun-record.ts';
import { parseAttributes } from '../nouns/parse-attributes.ts';
import { replaceLinks } from '../nouns/relationships/write-links.ts';
import { insertRecord } from '../nouns/write-records.ts';
import { createIdSource } from './choose-ids.ts';
import type { Transaction } from '../store/store.ts';
import type { ReportSeedError } from './entries.ts';
import { createSeedRequest, type SeedContext } from './invoke-route.ts';
import { isStored, listNounsUnder, toCollectionName, toSeedName } from './noun-shape.ts';
import { clearChildren, finishRecord, listChosenIds, prepareMembers } from './noun-extras.ts';
import { withCreationTime } from './set-times.ts';

export type SeedEntry = { readonly [member: string]: unknown };
/** Work that needs all objects of the organization: relationships, which refer to them. */
export type LaterWork = (() => Promise<void>)[];

/** The ID of what an entry names, by ID or by name. */
const findTarget = async ({ tx, organization }: SeedContext, type: string, text: string): Promise<string> => {
  const byId = await tx.get<Partial<NounBody>>(type, text);
  if (byId && (type === 'users' || byId.scope === organization)) return byId.id;
  const byName = await tx.getByKey(type, type === 'users' ? '' : organization, text);
  if (!byName) throw unprocessable(`there is no ${type} "${text}" in this organization`);
  return byName.id;
};

const toStoredTime = (value: unknown): unknown =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value) ? new Date(value).toISOString() : value;

/** Members of the entry that a request cannot set. */
const readComputed = (noun: Noun, entry: SeedEntry): { readonly [member: string]: unknown } =>
  Object.fromEntries(
    Object.entries(noun.attributes).flatMap(([name, attribute]) => {
      const value = entry[toSeedName(name)] ?? undefined;
      return attribute.mode === 'computed' && isStored(attribute) && value !== undefined ? [[toStoredName(name), toStoredTime(value)]] : [];
    }),
  );

/** Attributes that a request could set, by the names of documents. */
const readAttributes = (noun: Noun, entry: SeedEntry): { readonly [name: string]: unknown } =>
  Object.fromEntries(
    Object.entries(noun.attributes).flatMap(([name, { mode }]) => {
      const value = entry[toSeedName(name)] ?? undefined;
      return mode === 'computed' || value === undefined ? [] : [[name, value]];
    }),
  );

const readToOne = async (context: SeedContext, noun: Noun, entry: SeedEntry): Promise<{ readonly [member: string]: string | null }> => {
  const members: Record<string, string | null> = {};
  for (const [name, relationship] of Object.entries(noun.relationships ?? {})) {
    const target = entry[toSeedName(name)] as string | null | undefined;
    if (relationship.direction === 'toOne' && target) members[toStoredName(name)] = await findTarget(context, relationship.to, target);
  }
  return members;
};

const linkTargets = async (
  context: SeedContext,
  request: RequestContext<Transaction>,
  noun: Noun,
  record: NounRecord,
  entry: SeedEntry,
): Promise<void> => {
  for (const [name, relationship] of Object.entries(noun.relationships ?? {})) {
    const targets = entry[toSeedName(name)] as readonly string[] | null | undefined;
    if (relationship.direction !== 'toMany' || !targets) continue;
    const ids: string[] = [];
    for (const target of targets) ids.push(await findTarget(context, relationship.to, target));
    await noun.behavior?.beforeLink?.(request, record, name, ids);
    await replaceLinks(request, noun, record.id, name, ids);
  }
};

/** A record as its entry has it, obeying the rules of the noun; relationships come later. */
export const seedRecord = async (
  seedContext: SeedContext,
  noun: Noun,
  scope: string,
  entry: SeedEntry,
  report: ReportSeedError,
  later: LaterWork,
): Promise<NounRecord> => {
  const context = withCreationTime(seedContext, entry as { readonly created_at?: string });
  const newId = createIdSource(listChosenIds(noun, entry));
  const prepared: PreparedWrite = { id: newId(noun.idPrefix), result: undefined };
  const request = { ...createSeedRequest(context, noun.label, { prepared }), newId };
  const members = {
    ...parseAttributes(noun, readAttributes(noun, entry)),
    ...prepareMembers(noun, entry, request, scope),
    ...(await readToOne(context, noun, entry)),
  };
  const created = await insertRecord(noun, request, { scope, organization: context.organization }, members);
  const record = await context.tx.update<NounBody>(created, { body: { ...created.body, ...readComputed(noun, entry) } });
  await clearChildren(context.tx, noun, record, entry);
  await seedNouns(context, noun.itemPath, record.id, entry, report, later);
  await finishRecord(context.tx, noun, record, entry, context.clock);
  later.push(() => linkTargets(context, request, noun, record, entry).catch((error: unknown) => report([], error)));
  return record;
};

/** Entries of the nouns whose records belong to what is at this path, in `parent`. `except`: collections that another part seeds. */
export const seedNouns = async (
  context: SeedContext,
  path: string,
  scope: string,
  parent: SeedEntry,
  report: ReportSeedError,
  later: LaterWork,
  except: readonly string[] = [],
): Promise<void> => {
  for (const noun of listNounsUnder(path)) {
    const collection = toCollectionName(noun);
    if (except.includes(collection)) continue;
    for (const [index, entry] of ((parent[collection] ?? []) as readonly SeedEntry[]).entries()) {
      const reportEntry: ReportSeedError = (at, error) => report([collection, index, ...at], error);
      await seedRecord(context, noun, scope, entry, reportEntry, later).catch((error: unknown) => reportEntry([], error));
    }
  }
};
