import type { KubernetesClient } from './client.ts';
import { createProtocolError, KubernetesError } from './kubernetes-error.ts';
import type { ObjectListener } from './object-listener.ts';
import { isKubernetesObject, type KubernetesObject } from './kubernetes-object.ts';

interface ListResponse {
  readonly metadata?: { readonly resourceVersion?: string | null; readonly continue?: string | null };
  readonly items?: unknown;
}
export interface ListOptions {
  readonly client: KubernetesClient;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  /** Objects a page; 0: all at once. */
  readonly pageSize: number;
  readonly signal: AbortSignal;
}

/** Passes on all objects of a collection, page by page; resolves with the version of the list. */
export const listObjects = async (
  { client, path, query, pageSize: page, signal }: ListOptions,
  listener: Pick<ObjectListener, 'onListStart' | 'onObject' | 'onListEnd'>,
): Promise<string> => {
  const limit: Readonly<Record<string, string>> = page > 0 ? { limit: String(page) } : {};
  listener.onListStart();
  for (let next = ''; ;) {
    const list = await client.request({ path, query: { ...query, ...limit, ...(next === '' ? {} : { continue: next }) }, signal });
    if (signal.aborted) throw new KubernetesError(`${client.describe({ path })}: ended`, 0, 'Ended');
    const { metadata, items } = (isKubernetesObject(list) ? list : {}) as ListResponse;
    const resourceVersion = metadata?.resourceVersion ?? undefined;
    // Kubernetes sends null where no object is left.
    if (resourceVersion === undefined || !(items === null || (Array.isArray(items) && items.every(isKubernetesObject))))
      throw createProtocolError(client.describe({ path }), 'the answer is no list of objects', 'NoList');
    for (const item of (items ?? []) as readonly KubernetesObject[]) listener.onObject(item);
    next = metadata?.continue ?? '';
    if (next === '') {
      listener.onListEnd();
      return resourceVersion;
    }
  }
};
