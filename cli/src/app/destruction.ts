import type { ServiceClient } from 'slipway/client/contract/service-client';
import type { PlanJson, ResourceChange } from 'slipway/engine/show-json';
import { isRecord } from '@slipway/declarations/record';
import { formatCount } from '../quantities.ts';

/** A resource that a plan destroys, with what that does to others. */
export interface Destruction {
  readonly address: string;
  /** `manages 12 resources`, `is locked`, … */
  readonly reasons: readonly string[];
}
interface Linkage {
  readonly id: string;
}
interface Document {
  readonly id: string;
  readonly attributes?: { readonly name?: string };
  readonly relationships?: { readonly [name: string]: { readonly data?: Linkage | readonly Linkage[] | null } };
}
type ReadDocuments = (path: string, query?: { readonly [name: string]: string }) => Promise<readonly Document[]>;
/** The objects that depend on an object of one type: the words before their names, and how they are found. */
interface Consumers {
  readonly words: string;
  find(
    read: ReadDocuments,
    id: string,
    organization: string,
  ): Promise<readonly { readonly id: string; readonly name?: string | undefined }[]>;
}

const isDestroyed = ({ mode, change }: ResourceChange): boolean => mode === 'managed' && change.actions.includes('delete');
const before = ({ change }: ResourceChange): Readonly<Record<string, unknown>> => (isRecord(change.before) ? change.before : {});

const named = (documents: readonly Document[]) => documents.map(({ id, attributes }) => ({ id, name: attributes?.name }));
const linked = (documents: readonly Document[], ...relationships: readonly string[]): readonly Linkage[] =>
  documents.flatMap((document) => relationships.flatMap((name) => document.relationships?.[name]?.data ?? []));

const consumers: { readonly [type: string]: readonly Consumers[] } = {
  slipway_workspace: [
    {
      words: 'its state is read by the workspaces',
      find: async (read, id) => named(await read(`/workspaces/${id}/relationships/remote-state-consumers`)),
    },
    {
      words: 'its runs start runs of the workspaces',
      find: async (read, id) =>
        linked(await read(`/workspaces/${id}/run-triggers`, { 'filter[run-trigger][type]': 'outbound' }), 'workspace'),
    },
  ],
  slipway_project: [
    {
      words: 'holds the workspaces',
      find: async (read, id, organization) =>
        named(await read(`/organizations/${encodeURIComponent(organization)}/workspaces`, { 'filter[project][id]': id })),
    },
  ],
  slipway_variable_set: [
    { words: 'is applied to', find: async (read, id) => linked(await read(`/varsets/${id}`), 'workspaces', 'projects') },
  ],
  slipway_agent_pool: [
    { words: 'serves the workspaces', find: async (read, id) => linked(await read(`/agent-pools/${id}`), 'workspaces') },
  ],
};

/** The most names in a message. */
const shown = 5;

/** The reasons that the plan itself contains, without a request. */
const plannedReasons = (resource: ResourceChange): readonly string[] => {
  const { resource_count: managed, locked, delete_protection: isProtected } = before(resource);
  return [
    ...(resource.type === 'slipway_workspace' && typeof managed === 'number' && managed > 0
      ? [`manages ${formatCount(managed, 'resource')}, which nothing manages afterwards`]
      : []),
    ...(resource.type === 'slipway_workspace' && locked === true ? ['is locked'] : []),
    ...(isProtected === true ? ['is protected from deletion'] : []),
  ];
};

const documentsOf = (body: unknown): readonly Document[] => {
  const data = isRecord(body) ? body['data'] : undefined;
  return Array.isArray(data) ? (data as Document[]) : isRecord(data) ? [data as unknown as Document] : [];
};

/** The consumers of a resource that the plan leaves in place. */
async function findConsumers(resource: ResourceChange, client: ServiceClient, gone: ReadonlySet<unknown>): Promise<readonly string[]> {
  const { id, organization } = before(resource);
  if (typeof id !== 'string') return [];
  const read: ReadDocuments = async (path, query = {}) =>
    documentsOf((await client.call({ method: 'GET', path, query, effect: 'read', acceptedStatuses: [404] })).body);
  const owner = typeof organization === 'string' ? organization : (client.organization ?? '');
  const found = await Promise.all(
    (consumers[resource.type] ?? []).map(async ({ words, find }) => {
      const others = (await find(read, encodeURIComponent(id), owner)).filter((one) => !gone.has(one.id));
      if (others.length === 0) return [];
      const names = others.slice(0, shown).map(({ id: other, name }) => name ?? other);
      return [`${words} ${[...names, ...(others.length > shown ? [`${others.length - shown} more`] : [])].join(', ')}`];
    }),
  );
  return found.flat();
}

/**
 * What a plan destroys although it manages resources, is locked, or serves objects that the plan keeps. The first two are in the plan, the
 * third is requested from the service; without a client it is skipped. Throws errors of the client.
 */
export async function findDestructions(plan: PlanJson, client: ServiceClient | undefined): Promise<readonly Destruction[]> {
  const destroyed = (plan.resource_changes ?? []).filter(isDestroyed);
  const gone = new Set(destroyed.map((resource) => before(resource)['id']));
  const all: Destruction[] = [];
  for (const resource of destroyed) {
    const served = client ? await findConsumers(resource, client, gone) : [];
    const reasons = [...plannedReasons(resource), ...served];
    if (reasons.length > 0) all.push({ address: resource.address, reasons });
  }
  return all;
}

export const renderDestructions = (destructions: readonly Destruction[]): string =>
  destructions.length === 0
    ? ''
    : `\nWhat this destroys is in use:\n${destructions.map(({ address, reasons }) => `  ${address}: ${reasons.join('; ')}\n`).join('')}`;
