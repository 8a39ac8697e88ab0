import { ServiceError } from '../../client/contract/errors.ts';
import type { ListItem, ServiceClient, ServiceResponse } from '../../client/contract/service-client.ts';
import { StateStoreError } from './state-store-error.ts';
import { type StoreSettings, workspaceNameOf } from './store-settings.ts';

/** What a call of a state store works with. */
export interface StoreContext {
  readonly client: ServiceClient;
  readonly settings: StoreSettings;
  readonly signal: AbortSignal;
  /** Workspaces that were seen to have the project and the tags. */
  readonly members: Set<string>;
}

/** A workspace as the service shows it, as far as a state store reads it. */
export interface StateWorkspace {
  readonly id: string;
  readonly name: string;
  readonly isLocked: boolean;
  readonly lockReason: string;
  /** `olivia`, a user: who holds the lock, as far as the token may know. */
  readonly holder: string | null;
  readonly mayReadStates: boolean;
  readonly projectId: string | null;
}

interface Reference {
  readonly id?: string;
  readonly type?: string;
}
interface Document extends Reference {
  readonly attributes?: { readonly [name: string]: unknown };
  readonly relationships?: { readonly [name: string]: { readonly data?: Reference | null } };
}

const describeHolder = (holder: Reference | null | undefined, included: readonly Document[]): string | null => {
  if (!holder?.id) return null;
  const found = included.find(({ id, type }) => id === holder.id && type === holder.type);
  const name = found?.attributes?.['username'] ?? found?.attributes?.['name'];
  const noun = (holder.type ?? '').replace(/s$/, '');
  return typeof name === 'string' ? `${noun} ${name}` : `${noun} ${holder.id}`;
};

export const readStateWorkspace = ({ body }: ServiceResponse): StateWorkspace => {
  const { data = {}, included = [] } = (body ?? {}) as { readonly data?: Document; readonly included?: readonly Document[] };
  const { attributes = {}, relationships = {} } = data;
  const permissions = (attributes['permissions'] ?? {}) as { readonly [right: string]: unknown };
  return {
    id: data.id ?? '',
    name: String(attributes['name']),
    isLocked: attributes['locked'] === true,
    lockReason: typeof attributes['locked-reason'] === 'string' ? attributes['locked-reason'] : '',
    holder: describeHolder(relationships['locked-by']?.data, included),
    mayReadStates: permissions['can-read-state-versions'] !== false,
    projectId: relationships['project']?.data?.id ?? null,
  };
};

const segment = encodeURIComponent;

const requestWorkspace = ({ client, settings: { organization }, signal }: StoreContext, name: string): Promise<ServiceResponse> =>
  client.call({
    method: 'GET',
    path: `/organizations/${segment(organization)}/workspaces/${segment(name)}`,
    query: { include: 'locked_by' },
    effect: 'read',
    acceptedStatuses: [404],
    signal,
  });

const outsideOf = (name: string, what: string): StateStoreError =>
  new StateStoreError(
    `The workspace ${name} does not belong to this state store`,
    `It exists, but ${what}. Nothing was read or written. ` +
      "Change the state store's `prefix`, `project_id` or `tags`, or the workspace.",
  );

/** Throws for a workspace of the same name that has another project, or not the tags. */
const requireMember = async (
  { client, settings, signal, members }: StoreContext,
  { id, name, projectId }: StateWorkspace,
): Promise<void> => {
  if (members.has(id)) return;
  if (settings.projectId !== null && projectId !== settings.projectId) throw outsideOf(name, `not in the project ${settings.projectId}`);
  const missing = new Map(Object.entries(settings.tags));
  if (missing.size > 0)
    for await (const item of client.list({ path: `/workspaces/${segment(id)}/effective-tag-bindings`, signal })) {
      const { key, value } = ((item as ListItem)['attributes'] ?? {}) as { readonly key?: string; readonly value?: string };
      if (key !== undefined && missing.get(key) === (value ?? '')) missing.delete(key);
    }
  if (missing.size > 0) throw outsideOf(name, `without the tag ${[...missing].map(([key, value]) => `${key} = ${value}`).join(', ')}`);
  members.add(id);
};

/** The workspace of a state; null: there is none that the token may see. Throws for one that does not belong to the store. */
export const findStateWorkspace = async (context: StoreContext, state: string): Promise<StateWorkspace | null> => {
  const response = await requestWorkspace(context, workspaceNameOf(context.settings, state));
  if (response.status === 404) return null;
  const workspace = readStateWorkspace(response);
  await requireMember(context, workspace);
  return workspace;
};

/** The engine that uses the store executes its runs itself: so does the workspace say. */
const newWorkspace = (name: string, { projectId, tags }: StoreSettings) => ({
  data: {
    type: 'workspaces',
    attributes: { name, 'execution-mode': 'local' },
    relationships: {
      ...(projectId === null ? {} : { project: { data: { type: 'projects', id: projectId } } }),
      ...(Object.keys(tags).length === 0
        ? {}
        : {
            'tag-bindings': {
              data: Object.entries(tags).map(([key, value]) => ({ type: 'tag-bindings', attributes: { key, value } })),
            },
          }),
    },
  },
});

/** The workspace of a state, created if there is none. Of two engines that create it at the same time, both have it. */
export const requireStateWorkspace = async (context: StoreContext, state: string): Promise<StateWorkspace> => {
  const existing = await findStateWorkspace(context, state);
  if (existing !== null) return existing;
  const { client, settings, signal } = context;
  const name = workspaceNameOf(settings, state);
  try {
    return readStateWorkspace(
      await client.call({
        method: 'POST',
        path: `/organizations/${segment(settings.organization)}/workspaces`,
        body: newWorkspace(name, settings),
        effect: 'create',
        findExisting: async () => {
          const response = await requestWorkspace(context, name);
          return response.status === 404 ? null : response;
        },
        signal,
      }),
    );
  } catch (error) {
    const created = error instanceof ServiceError && error.status === 422 ? await findStateWorkspace(context, state) : null;
    if (created === null) throw error;
    return created;
  }
};

/** The IDs of all states, in order. */
export const listStates = async ({ client, settings, signal }: StoreContext): Promise<readonly string[]> => {
  const { organization, prefix, projectId, tags } = settings;
  const tagFilters = Object.entries(tags).flatMap(([key, value], index) => [
    [`filter[tagged][${index}][key]`, key],
    ...(value === '' ? [] : [[`filter[tagged][${index}][value]`, value]]),
  ]);
  const query = {
    ...(prefix === '' ? {} : { 'search[wildcard-name]': `${prefix}*` }),
    ...(projectId === null ? {} : { 'filter[project][id]': projectId }),
    ...(Object.fromEntries(tagFilters) as { [name: string]: string }),
  };
  const ids: string[] = [];
  for await (const item of client.list({ path: `/organizations/${segment(organization)}/workspaces`, query, signal })) {
    const name = String((item['attributes'] as { readonly name?: unknown } | undefined)?.name);
    // The search of a service may not tell upper from lower case.
    if (name.startsWith(prefix) && name.length > prefix.length) ids.push(name.slice(prefix.length));
  }
  return ids.sort();
};

export const deleteStateWorkspace = async ({ client, signal }: StoreContext, { id }: StateWorkspace): Promise<void> => {
  await client.call({ method: 'DELETE', path: `/workspaces/${segment(id)}`, effect: 'delete', acceptedStatuses: [404], signal });
};
