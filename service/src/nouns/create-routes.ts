import { besideCheck } from '../http/beside-check.ts';
import { type DocumentLoaders, type Route, route } from '../http/route.ts';
import { okDocument } from '../json-api/responses.ts';
import type { Noun } from './declaration.ts';
import type { NounBody } from './noun-record.ts';
import { describeNoun } from './describe-noun.ts';
import { createFurtherRoutes } from './further-routes.ts';
import { listRecords } from './list-records.ts';
import { createRelationshipRoutes } from './relationships/relationship-routes.ts';
import { renderDocuments, renderNounDocument } from './render-documents.ts';
import type { NounParent } from './parents/noun-parent.ts';
import { createWriteOptions } from './prepare-write.ts';
import { filterAccessible, findRecord, requireAccess } from './require-record.ts';
import { createRecord, removeRecord, updateRecord } from './write-records.ts';

/** All routes of a noun: below each parent, of one record, of its relationships, and its actions. */
export const createNounRoutes = (noun: Noun): readonly Route[] => {
  const describe = describeNoun(noun);
  const write = noun.writeOptions ?? {};
  const all: Route[] = [];
  const add = (operation: Noun['operations'][number], endpoint: string, handle: Route['handle'], parent?: NounParent): void => {
    if (!noun.operations.includes(operation)) return;
    const reads = operation === 'list' || operation === 'read';
    all.push(
      route(endpoint, handle, {
        ...(reads ? {} : write),
        ...createWriteOptions(noun, operation, parent),
        description: describe[operation],
      }),
    );
  };
  for (const parent of noun.parents) {
    const path = `${parent.path}/${noun.collection}`;
    add('list', `GET ${path}`, (ctx) => listRecords(noun, parent, ctx));
    add('create', `POST ${path}`, (ctx) => createRecord(noun, parent, ctx), parent);
  }
  add('read', `GET ${noun.itemPath}`, async (ctx) => {
    const record = await findRecord(noun, ctx);
    const document = record && renderNounDocument(noun, ctx, record);
    return okDocument((await besideCheck(requireAccess(noun, ctx, 'read', record), document ?? Promise.resolve(undefined)))!);
  });
  add('update', `PATCH ${noun.itemPath}`, (ctx) => updateRecord(noun, ctx));
  add('delete', `DELETE ${noun.itemPath}`, (ctx) => removeRecord(noun, ctx));
  for (const [name, relationship] of Object.entries(noun.relationships ?? {}))
    if (relationship.direction === 'toMany' && relationship.endpoints) all.push(...createRelationshipRoutes(noun, name, relationship));
  return [...all, ...createFurtherRoutes(noun, describe)];
};

/** Loads the documents of a noun that the caller may read, for `include`. */
export const createDocumentLoader =
  (noun: Noun): DocumentLoaders[string] =>
  async (ctx, ids) => {
    const records = await ctx.tx.getMany<NounBody>(noun.kind, ids);
    return renderDocuments(noun, ctx, await filterAccessible(noun, ctx, records, 'read'));
  };
