import type { AdmissionResult } from './webhook-admission.ts';
import type { ApiKind, ApiObject } from './kinds.ts';
import type { ObjectStore } from './object-store.ts';
import { mergePatch, strategicPatch } from './patches.ts';
import type { Route } from './parse-path.ts';
import { createExpiredStatus, createFieldSelector } from './watch-streams.ts';

export interface ApiRequest {
  readonly method: string;
  readonly query: URLSearchParams;
  readonly contentType: string;
  readonly body: unknown;
}
export interface ApiResponse {
  readonly code: number;
  readonly body: object;
  readonly warnings?: readonly string[];
}
/** Whether an object is admitted, and the warnings for the client. */
export type Admission = (
  object: ApiObject,
  kind: ApiKind,
  operation: string,
  dryRun: boolean,
) => AdmissionResult | Promise<AdmissionResult>;

export const createStatus = (code: number, reason: string, message: string): ApiResponse => ({
  code,
  body: { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', message, reason, code },
});
const patches = { 'application/merge-patch+json': mergePatch, 'application/strategic-merge-patch+json': strategicPatch } as Readonly<
  Record<string, (target: unknown, patch: unknown) => unknown>
>;

/** Everything but watches. */
export const handleRequest = (
  objects: ObjectStore,
  { kind, version, namespace, name, isStatus }: Route,
  { method, query, contentType: type, body }: ApiRequest,
  admission: Admission,
): Promise<ApiResponse> | ApiResponse => {
  const apiVersion = kind.group === '' ? version : `${kind.group}/${version}`;
  const said = (object: ApiObject): ApiObject => ({ ...object, apiVersion });
  const isDry = query.get('dryRun') === 'All';

  const list = (): ApiResponse => {
    const limit = Number(query.get('limit') ?? 0),
      token = query.get('continue');
    const [from, at] =
      token === null ? ['', objects.version()] : (JSON.parse(Buffer.from(token, 'base64url').toString()) as [string, number]);
    if (at < objects.oldest())
      return { code: 410, body: createExpiredStatus('The provided continue parameter is too old to display a consistent list result.') };
    const found = objects
      .list(kind, namespace)
      .filter(createFieldSelector(query.get('fieldSelector') ?? undefined))
      .filter(({ metadata }) => `${metadata.namespace}/${metadata.name}` > from);
    const items = limit > 0 ? found.slice(0, limit) : found;
    const last = items.at(-1)?.metadata;
    const more =
      items.length < found.length && last
        ? {
            continue: Buffer.from(JSON.stringify([`${last.namespace}/${last.name}`, at])).toString('base64url'),
            remainingItemCount: found.length - items.length,
          }
        : {};
    // In lists of built-in kinds the items have neither apiVersion nor kind.
    const bare = ({ apiVersion: _apiVersion, kind: _kind, ...rest }: ApiObject): object => rest;
    return {
      code: 200,
      body: {
        kind: `${kind.kind}List`,
        apiVersion,
        metadata: { resourceVersion: String(at), ...more },
        items: items.map((one) => (kind.group === '' ? bare(one) : said(one))),
      },
    };
  };
  const save = async (object: ApiObject, code: number): Promise<ApiResponse> => {
    const { denied, warnings } = await admission(object, kind, code === 201 ? 'CREATE' : 'UPDATE', isDry);
    if (denied !== undefined)
      return {
        code: 400,
        warnings,
        body: { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', message: denied, code: 400 },
      };
    return { code, warnings, body: said(isDry ? object : objects.put(object)) };
  };
  if (name === undefined && method === 'GET') return list();
  if (name === undefined && method === 'POST') {
    const given = body as ApiObject;
    const object = { ...given, metadata: { ...given.metadata, ...(namespace === undefined ? {} : { namespace }) } };
    if (objects.get(kind, namespace === undefined ? object.metadata.name : `${namespace}/${object.metadata.name}`))
      return createStatus(409, 'AlreadyExists', `${kind.plural} "${object.metadata.name}" already exists`);
    return save(object, 201);
  }
  const key = namespace === undefined ? (name ?? '') : `${namespace}/${name}`;
  const before = objects.get(kind, key);
  if (!before) return createStatus(404, 'NotFound', `${kind.plural}${kind.group === '' ? '' : `.${kind.group}`} "${name}" not found`);
  if (method === 'GET') return { code: 200, body: said(before) };
  if (method === 'DELETE') {
    objects.remove(kind, key);
    return { code: 200, body: { kind: 'Status', apiVersion: 'v1', status: 'Success' } };
  }
  if (method !== 'PATCH' || !patches[type]) return createStatus(415, 'UnsupportedMediaType', `${method} ${type}`);
  if (isStatus && !kind.hasStatus) return createStatus(404, 'NotFound', 'the server could not find the requested resource');
  const wanted = (body as { metadata?: { resourceVersion?: string } }).metadata?.resourceVersion;
  if (wanted !== undefined && wanted !== before.metadata.resourceVersion)
    return createStatus(409, 'Conflict', `Operation cannot be fulfilled on ${kind.plural} "${name}": the object has been modified`);
  const patched = patches[type](before, body) as ApiObject;
  if (isStatus) return { code: 200, body: said(objects.put({ ...before, status: patched['status'] })) };
  return save(kind.hasStatus ? { ...patched, status: before['status'] } : patched, 200);
};
