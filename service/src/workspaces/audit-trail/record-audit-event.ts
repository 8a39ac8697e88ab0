import type { RequestContext } from '../../http/route.ts';
import { isObject, type JsonObject } from '../../json-api/parse-document.ts';
import type { RecordedWrite } from '../../pipeline/api-definition.ts';
import type { Transaction } from '../../store/store.ts';

const singularTypes = new Map<string, string>();
/** `registry-modules` → `registry_module`, `policies` → `policy`. Remembered: there are as many as the service has types. */
const toResourceType = (type: string): string => {
  let singular = singularTypes.get(type);
  if (singular === undefined) {
    singular = type
      .replace(/ies$/, 'y')
      .replace(/([^s])s$/, '$1')
      .replaceAll('-', '_');
    singularTypes.set(type, singular);
  }
  return singular;
};

const readDocument = ({ response }: RecordedWrite): JsonObject | undefined => {
  const data = isObject(response.body) ? response.body['data'] : undefined;
  return isObject(data) && typeof data['id'] === 'string' && typeof data['type'] === 'string' ? data : undefined;
};

/** The audit trail's description of a write to an endpoint. */
interface EndpointMeaning {
  readonly action: string;
  /** The last parameter of the path, and the word before it. */
  readonly target: { readonly type: string; readonly parameter: string } | undefined;
}
const readPath = (endpoint: string): EndpointMeaning['target'] => {
  const segments = endpoint.split(' ')[1]!.split('/');
  const index = segments.findLastIndex((segment) => segment.startsWith('{'));
  return index < 1 ? undefined : { type: segments[index - 1]!, parameter: segments[index]!.slice(1, -1) };
};

const actions: { readonly [method: string]: string | undefined } = { POST: 'create', PATCH: 'update', PUT: 'update', DELETE: 'destroy' };
/** `create`, `update`, `destroy`, or the word of an action; the relationships of a record are a part of it. */
const readAction = (endpoint: string, method: string): string => {
  const [, action] = /\/actions\/([a-z-]+)/.exec(endpoint) ?? [];
  if (action !== undefined) return action.replaceAll('-', '_');
  return /\/relationships\/[a-z-]+$/.test(endpoint) ? 'update' : (actions[method] ?? method.toLowerCase());
};

/** Descriptions by method and endpoint, at most as many as there are routes. */
const meanings = new Map<string, EndpointMeaning>();
const readMeaning = ({ endpoint, method }: RecordedWrite): EndpointMeaning => {
  const key = `${method} ${endpoint}`;
  let meaning = meanings.get(key);
  if (!meaning) meanings.set(key, (meaning = { action: readAction(endpoint, method), target: readPath(endpoint) }));
  return meaning;
};

/** The organization that the caller changed: from the response's document, from the path, else from the records that the handler read. */
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
  const { action, target: named } = readMeaning(write);
  const target = document
    ? { type: document['type'] as string, id: document['id'] as string }
    : named && { type: named.type, id: ctx.params[named.parameter] ?? '' };
  // A deleted organization takes its trail with it.
  if (organization === undefined || !target || (target.type === 'organizations' && action === 'destroy')) return;
  const { kind, id: callerId, name } = ctx.caller;
  await ctx.tx.auditTrail.append({
    id: ctx.newId('ae'),
    organization,
    at: ctx.clock.now().toISOString(),
    caller: { kind, id: callerId, name },
    request: write.requestId,
    resource: { id: target.id.slice(0, 255), type: toResourceType(target.type), action },
  });
};
