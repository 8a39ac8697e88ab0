import { besideCheck } from '../http/beside-check.ts';
import type { RequestContext, RouteResponse } from '../http/route.ts';
import { isObject, type ParsedDocument, parseDocument } from '../json-api/parse-document.ts';
import { createdDocument, noContent, okDocument } from '../json-api/responses.ts';
import { DuplicateKey, type Transaction } from '../store/store.ts';
import { unprocessable } from '../http/problem.ts';
import type { Noun, PreparedWrite } from './declaration.ts';
import { type NounBody, type NounDraft, type NounRecord, toStoredName } from './noun-record.ts';
import { deleteRecord } from './delete-record.ts';
import { parseAttributes } from './parse-attributes.ts';
import type { NounParent, NounScope } from './parents/noun-parent.ts';
import { parseRelationships } from './relationships/parse-relationships.ts';
import { replaceLinks } from './relationships/write-links.ts';
import { renderNounDocument } from './render-documents.ts';
import { requireRecord } from './require-record.ts';

type WriteContext = RequestContext<Transaction>;

const computeMembers = (noun: Noun, ctx: WriteContext, creating: boolean): { readonly [name: string]: unknown } =>
  Object.fromEntries(
    Object.entries(noun.attributes).flatMap(([name, { initial, onWrite }]) => {
      const compute = onWrite ?? (creating ? initial : undefined);
      return compute ? [[toStoredName(name), compute(ctx)]] : [];
    }),
  );

/** The key of a record: what the noun's `key` returns, else the attribute that is unique in the parent, else its ID. */
const keyOf = (noun: Noun, id: string, body: NounBody): string => {
  if (noun.key) return noun.key(body);
  const unique = Object.keys(noun.attributes).find((name) => noun.attributes[name]!.unique);
  return unique === undefined ? id : (body[toStoredName(unique)] as string);
};
const nameOf = (id: string, body: NounBody): string => (typeof body['name'] === 'string' ? body['name'] : id);

const writeLinks = async (
  noun: Noun,
  ctx: WriteContext,
  record: NounDraft,
  links: ReadonlyMap<string, readonly string[]>,
): Promise<void> => {
  for (const [name, targets] of links) {
    await noun.behavior?.beforeLink?.(ctx, record, name, targets);
    await replaceLinks(ctx, noun, record.id, name, targets);
  }
};

/** The document of the request. Throws 422. */
export const parseNounDocument = (noun: Noun, ctx: RequestContext): ParsedDocument => {
  const { body } = ctx;
  const data = isObject(body) ? body['data'] : undefined;
  const isUntyped = noun.typeOptional && isObject(data) && data['type'] === undefined;
  return parseDocument(isUntyped ? { ...ctx, body: { data: { ...data, type: noun.type } } } : ctx, noun.type);
};

/** Stores a new record of the noun, with its behavior. `members`: its body without what the service computes. */
export const insertRecord = async (
  noun: Noun,
  ctx: WriteContext,
  { scope, organization }: NounScope,
  members: { readonly [name: string]: unknown },
  links: ReadonlyMap<string, readonly string[]> = new Map(),
): Promise<NounRecord> => {
  const id = (ctx.prepared as PreparedWrite | undefined)?.id ?? ctx.newId(noun.idPrefix);
  const draft: NounBody = { ...members, ...computeMembers(noun, ctx, true), organization };
  const body = (await noun.behavior?.beforeCreate?.(ctx, draft, scope)) ?? draft;
  const record = { id, kind: noun.kind, scope, key: keyOf(noun, id, body), name: nameOf(id, body), body };
  const inserted = ctx.tx.insert<NounBody>(record);
  // Links and documents need no more of the record than what is known already: they share its round trip.
  await besideCheck(inserted, writeLinks(noun, ctx, record, links));
  await noun.behavior?.afterCreate?.(ctx, await inserted);
  return inserted;
};

/** Names the attribute that is unique. Where that is the name, the pipeline does. */
const toDuplicateProblem = (noun: Noun, error: unknown): unknown => {
  if (!(error instanceof DuplicateKey) || error.kind !== noun.kind) return error;
  const unique = Object.keys(noun.attributes).find((name) => noun.attributes[name]!.unique);
  if (unique === undefined || unique === 'name') return error;
  const words = unique.replaceAll('-', ' ');
  return unprocessable(`${words[0]!.toUpperCase()}${words.slice(1)} has already been taken: "${error.key}"`, `/data/attributes/${unique}`);
};

export const createRecord = async (noun: Noun, parent: NounParent, ctx: WriteContext): Promise<RouteResponse> => {
  const target = await parent.requireScope(ctx, 'write');
  const { attributes, relationships } = parseNounDocument(noun, ctx);
  const members = parseAttributes(noun, attributes);
  const related = await parseRelationships(noun, ctx, relationships, target);
  const inserted = insertRecord(noun, ctx, target, { ...members, ...related.members }, related.links);
  const record = await inserted.catch((error: unknown) => Promise.reject(toDuplicateProblem(noun, error)));
  return createdDocument(await renderNounDocument(noun, ctx, record));
};

/** Stores other members of a record, with the noun's behavior. */
export const changeRecord = async (
  noun: Noun,
  ctx: WriteContext,
  record: NounRecord,
  members: { readonly [name: string]: unknown },
): Promise<NounRecord> => {
  const draft: NounBody = { ...record.body, ...members, ...computeMembers(noun, ctx, false), organization: record.body.organization };
  const body = (await noun.behavior?.beforeUpdate?.(ctx, record, draft)) ?? draft;
  return ctx.tx.update<NounBody>(record, { body, key: keyOf(noun, record.id, body), name: nameOf(record.id, body) });
};

export const updateRecord = async (noun: Noun, ctx: WriteContext): Promise<RouteResponse> => {
  const record = await requireRecord(noun, ctx, 'write');
  const { attributes, relationships } = parseNounDocument(noun, ctx);
  const members = parseAttributes(noun, attributes, record.body);
  const related = await parseRelationships(
    noun,
    ctx,
    relationships,
    { scope: record.scope, organization: record.body.organization },
    record.body,
  );
  const updated = changeRecord(noun, ctx, record, { ...members, ...related.members });
  const changed = await updated.catch((error: unknown) => Promise.reject(toDuplicateProblem(noun, error)));
  await writeLinks(noun, ctx, changed, related.links);
  await noun.behavior?.afterUpdate?.(ctx, changed);
  return okDocument(await renderNounDocument(noun, ctx, changed));
};

export const removeRecord = async (noun: Noun, ctx: WriteContext): Promise<RouteResponse> => {
  await deleteRecord(noun, ctx, await requireRecord(noun, ctx, 'write'));
  return noContent;
};
