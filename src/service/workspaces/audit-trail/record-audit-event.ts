import type { RequestContext } from '../../http/route.ts';
import { isObject, type JsonObject } from '../../json-api/parse-document.ts';
import type { RecordedWrite } from '../../pipeline/api-definition.ts';
import type { Transaction } from '../../store/store.ts';
import type { StoredAuditEvent } from './stored.ts';

/** `registry-modules` → `registry_module`, `policies` → `policy` */
const toResourceType = (type: string): string =>
  type
    .replace(/ies$/, 'y')
    .replace(/([^s])s$/, '$1')
    .replaceAll('-', '_');

const readDocument = ({ response }: RecordedWrite): JsonObject | undefined => {
  const data = isObject(response.body) ? response.body['data'] : undefined;
  return isObject(data) && typeof data['id'] === 'string' && typeof data['type'] === 'string' ? data : undefined;
};

/** What the path names: its last parameter, and the word before it. */
const readPath = (ctx: RequestContext, { endpoint }: RecordedWrite): { readonly type: string; readonly id: string } | undefined => {
  const segments = endpoint.split(' ')[1]!.split('/');
  const index = segments.findLastIndex((segment) => segment.startsWith('{'));
  if (index < 1) return undefined;
  return { type: segments[index - 1]!, id: ctx.params[segments[index]!.slice(1, -1)] ?? '' };
};

const actions: { readonly [method: string]: string | undefined } = { POST: 'create', PATCH: 'update', PUT: 'update', DELETE: 'destroy' };
/** `create`, `update`, `destroy`, or the word of an action; the relationships of a record are a part of it. */
const readAction = ({ endpoint, method }: RecordedWrite): string => {
  const [, action] = /\/actions\/([a-z-]+)/.exec(endpoint) ?? [];
  if (action !== undefined) return action.replaceAll('-', '_');
  return /\/relationships\/[a-z-]+$/.test(endpoint) ? 'update' : (actions[method] ?? method.toLowerCase());
};

/** Of the document, of the path, else of what the handler looked at: the organization that the caller changed. */
const findOrganization = (ctx: RequestContext, write: RecordedWrite, document: JsonObject | undefined): string | undefined => {
  if (document?.['type'] === 'organizations') return document['id'] as string;
  if (ctx.params['organization_name'] !== undefined) return ctx.params['organization_name'];
  const own = new Set(ctx.caller.memberships.map(({ organization }) => organization));
  for (const { scope, body } of write.seen.values()) {
    const named = isObject(body) ? body['organization'] : undefined;
    if (typeof named === 'string' && own.has(named)) return named;
    if (own.has(scope)) return scope;
  }
  return undefined;
};

/** Keeps who did what to which resource of an organization. What belongs to no organization, such as an account, is not kept. */
export const recordAuditEvent = async (ctx: RequestContext<Transaction>, write: RecordedWrite): Promise<void> => {
  const document = readDocument(write);
  const organization = findOrganization(ctx, write, document);
  const target = document ? { type: document['type'] as string, id: document['id'] as string } : readPath(ctx, write);
  const action = readAction(write);
  // A deleted organization takes its trail with it.
  if (organization === undefined || !target || (target.type === 'organizations' && action === 'destroy')) return;
  const { kind, id: callerId, name } = ctx.caller;
  const id = ctx.newId('ae');
  const resource = { id: target.id.slice(0, 255), type: toResourceType(target.type), action };
  const body: StoredAuditEvent = { organization, caller: { kind, id: callerId, name }, requestId: write.requestId, resource };
  await ctx.tx.insert({ id, kind: 'audit-events', scope: organization, key: id, name: ctx.clock.now().toISOString(), body });
};
