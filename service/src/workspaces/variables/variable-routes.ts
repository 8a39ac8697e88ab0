import { throwIfInvalid } from '../../http/problem.ts';
import { type RequestContext, type Route, type RouteResponse, route } from '../../http/route.ts';
import type { DocumentShape } from '../../json-api/describe-document.ts';
import { parsePage, renderResourcePage } from '../../json-api/page.ts';
import { parseDocument } from '../../json-api/parse-document.ts';
import { createdDocument, noContent, okDocument, okDocuments } from '../../json-api/responses.ts';
import type { StoredRecord, Transaction } from '../../store/store.ts';
import {
  describeVariable,
  describeVariableCreation,
  describeVariableDeletion,
  describeVariableList,
  describeVariableUpdate,
} from './descriptions.ts';
import type { StoredVariable } from './stored.ts';
import {
  createVariable,
  listVariables,
  renderVariable,
  requireVariable,
  updateVariable,
  validateVariable,
  type VariableOwner,
} from './variables.ts';

type VariableRecord = StoredRecord<StoredVariable>;

/** What variables belong to, and who reads and writes them there. */
export interface VariableParent<O extends VariableOwner> {
  /** `/workspaces/{workspace_id}/vars` */
  readonly path: string;
  /** The path parameter with the ID of one variable. */
  readonly idParameter: string;
  /** The name in sentences: `variable of a workspace`. */
  readonly label: string;
  readonly shape?: DocumentShape;
  /** A list is paged even without page parameters. */
  readonly paged?: true;
  /** The owner of the path. Throws 404. */
  readonly requireOwner: (ctx: RequestContext, access: 'read' | 'write') => Promise<O>;
  /** After a create (without `before`), an update, or a delete (without `after`). */
  readonly afterWrite?: (
    ctx: RequestContext<Transaction>,
    owner: O,
    change: { readonly before?: VariableRecord; readonly after?: VariableRecord },
  ) => Promise<unknown>;
  /** Status of a create, for the dialect. Default: 201. */
  readonly createdStatus?: { readonly [dialect in RequestContext['dialect']]: 200 | 201 };
}

const requireOne = <O extends VariableOwner>({ idParameter }: VariableParent<O>, ctx: RequestContext, owner: O): Promise<VariableRecord> =>
  requireVariable(ctx.tx, owner.id, ctx.params[idParameter]!);

const createReads = <O extends VariableOwner>(parent: VariableParent<O>) => ({
  list: async (ctx: RequestContext): Promise<RouteResponse> => {
    const owner = await parent.requireOwner(ctx, 'read');
    const documents = (await listVariables(ctx.tx, owner.id)).map((one) => renderVariable(owner, one));
    if (!parent.paged) return okDocuments(documents);
    const page = parsePage(ctx);
    return renderResourcePage(ctx, page, documents.length, documents.slice(page.offset, page.offset + page.size));
  },
  read: async (ctx: RequestContext): Promise<RouteResponse> => {
    const owner = await parent.requireOwner(ctx, 'read');
    return okDocument(renderVariable(owner, await requireOne(parent, ctx, owner)));
  },
});

const createWrites = <O extends VariableOwner>(parent: VariableParent<O>) => ({
  create: async (ctx: RequestContext<Transaction>): Promise<RouteResponse> => {
    const owner = await parent.requireOwner(ctx, 'write');
    const { attributes } = parseDocument(ctx, 'vars');
    throwIfInvalid(validateVariable(attributes, true));
    const after = await createVariable(ctx.tx, ctx, owner, attributes);
    await parent.afterWrite?.(ctx, owner, { after });
    return { ...createdDocument(renderVariable(owner, after)), status: parent.createdStatus?.[ctx.dialect] ?? 201 };
  },
  update: async (ctx: RequestContext<Transaction>): Promise<RouteResponse> => {
    const owner = await parent.requireOwner(ctx, 'write');
    const before = await requireOne(parent, ctx, owner);
    const { attributes } = parseDocument(ctx, 'vars');
    throwIfInvalid(validateVariable(attributes, false));
    const after = await updateVariable(ctx.tx, ctx, before, attributes);
    await parent.afterWrite?.(ctx, owner, { before, after });
    return okDocument(renderVariable(owner, after));
  },
  remove: async (ctx: RequestContext<Transaction>): Promise<RouteResponse> => {
    const owner = await parent.requireOwner(ctx, 'write');
    const before = await requireOne(parent, ctx, owner);
    await ctx.tx.delete('vars', before.id);
    await parent.afterWrite?.(ctx, owner, { before });
    return noContent;
  },
});

/** List, create, read, update and delete. */
export const createVariableRoutes = <O extends VariableOwner>(parent: VariableParent<O>): readonly Route[] => {
  const { path, label, shape, createdStatus } = parent;
  const item = `${path}/{${parent.idParameter}}`;
  const { list, read } = createReads(parent);
  const { create, update, remove } = createWrites(parent);
  const statuses = [...new Set(createdStatus ? Object.values(createdStatus) : [201])];
  const creation = describeVariableCreation(`Creates a ${label}.`, {}, { statuses, ...(shape ? { shape } : {}) });
  return [
    route(`GET ${path}`, list, { description: describeVariableList(`Lists the ${label.replace('variable', 'variables')}.`, {}, shape) }),
    route(`POST ${path}`, create, { description: creation }),
    route(`GET ${item}`, read, { description: describeVariable(`Shows a ${label}.`, shape) }),
    route(`PATCH ${item}`, update, { description: describeVariableUpdate(`Updates a ${label}.`, shape) }),
    route(`DELETE ${item}`, remove, { description: describeVariableDeletion(`Deletes a ${label}.`) }),
  ];
};
