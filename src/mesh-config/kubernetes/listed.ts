import type { KubernetesClient } from './client.ts';
import { garbled, KubernetesFailure } from './failure.ts';
import type { Listener } from './informer.ts';
import { isObject, type KubernetesObject } from './object.ts';

interface List { readonly metadata?: { readonly resourceVersion?: string; readonly continue?: string }; readonly items?: unknown }
export interface ListParts {
  readonly client: KubernetesClient;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  /** Objects a page; 0: all at once. */
  readonly page: number;
  readonly signal: AbortSignal;
}

/** Tells all objects of a collection, page by page; resolves with the version at which they were so. */
export const listed = async ({ client, path, query, page, signal }: ListParts, listener: Pick<Listener, 'begun' | 'put' | 'whole'>): Promise<string> => {
  const limit: Readonly<Record<string, string>> = page > 0 ? { limit: String(page) } : {};
  listener.begun();
  for (let next = ''; ;) {
    const list = await client.call({ path, query: { ...query, ...limit, ...(next === '' ? {} : { continue: next }) }, signal });
    if (signal.aborted) throw new KubernetesFailure(`${client.what({ path })}: ended`, 0, 'Ended');
    const { metadata: { resourceVersion, continue: further = '' } = {}, items } = (isObject(list) ? list : {}) as List;
    // Where no other object is left, Kubernetes says null.
    if (resourceVersion === undefined || !(items === null || (Array.isArray(items) && items.every(isObject)))) throw garbled(client.what({ path }), 'the answer is no list of objects', 'NoList');
    for (const item of (items ?? []) as readonly KubernetesObject[]) listener.put(item);
    next = further;
    if (next === '') {
      listener.whole();
      return resourceVersion;
    }
  }
};
