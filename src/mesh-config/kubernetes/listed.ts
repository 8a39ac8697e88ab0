import type { KubernetesClient } from './client.ts';
import { KubernetesFailure } from './failure.ts';
import type { Listener } from './informer.ts';
import type { KubernetesObject } from './object.ts';

interface List { readonly metadata?: { readonly resourceVersion?: string; readonly continue?: string }; readonly items?: readonly KubernetesObject[] }
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
    const { metadata = {}, items } = await client.call({ path, query: { ...query, ...limit, ...(next === '' ? {} : { continue: next }) }, signal }) as List;
    if (signal.aborted) throw new KubernetesFailure(`GET ${path}: ended`, 0, 'Ended');
    if (!Array.isArray(items) || metadata.resourceVersion === undefined) throw new KubernetesFailure(`GET ${path}: the answer is no list`, 0, 'NoList');
    for (const item of items) listener.put(item);
    next = metadata.continue ?? '';
    if (next === '') {
      listener.whole();
      return metadata.resourceVersion;
    }
  }
};
