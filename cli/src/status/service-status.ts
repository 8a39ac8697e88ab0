import type { ServiceClient } from 'slipway/client/contract/service-client';
import { isRecord } from '@slipway/declarations/record';
import { listWorkspaces, type WorkspaceSummary } from '../workspace/workspaces.ts';
import type { StackState } from './stack-status.ts';

/** A run that is not finished. */
export interface OpenRun {
  readonly id: string;
  readonly status: string;
  readonly workspaceId: string | null;
  readonly waitsForConfirmation: boolean;
  readonly createdAt: string;
}
/** The user or team of the token, and what it may do in the organization. */
export interface Account {
  readonly name: string;
  /** The permissions of the organization that the service names, in words: `create workspaces`. */
  readonly may: readonly string[];
  readonly mayNot: readonly string[];
}

/** The permissions that people ask for, by the names of the API. */
const permissions: readonly (readonly [name: string, words: string])[] = [
  ['can-create-workspace', 'create workspaces'],
  ['can-create-project', 'create projects'],
  ['can-create-team', 'create teams'],
  ['can-manage-varsets', 'manage variable sets'],
  ['can-manage-users', 'manage members'],
  ['can-update', 'change the organization'],
];

type Attributes = Readonly<Record<string, unknown>>;
const readData = async (client: ServiceClient, path: string): Promise<{ readonly id: string; readonly attributes: Attributes }> =>
  ((await client.call({ method: 'GET', path, effect: 'read' })).body as { data: { id: string; attributes: Attributes } }).data;

/** Throws the error of the client: the service refuses the token, or does not answer. */
export async function readAccount(client: ServiceClient, organization: string): Promise<Account> {
  const [{ id, attributes: user }, { attributes }] = await Promise.all([
    readData(client, '/account/details'),
    readData(client, `/organizations/${encodeURIComponent(organization)}`),
  ]);
  const granted = isRecord(attributes['permissions']) ? attributes['permissions'] : {};
  const wordsOf = (value: boolean) => permissions.filter(([name]) => granted[name] === value).map(([, words]) => words);
  return { name: typeof user['username'] === 'string' ? user['username'] : id, may: wordsOf(true), mayNot: wordsOf(false) };
}

/** The most runs and workspaces that are read. */
export const readLimit = 300;

interface RunDocument {
  readonly id: string;
  readonly attributes: Attributes;
  readonly relationships?: { readonly workspace?: { readonly data?: { readonly id: string } | null } };
}
/** The runs of the organization that are not finished, at most `readLimit`. */
export async function listOpenRuns(client: ServiceClient, organization: string): Promise<readonly OpenRun[]> {
  const runs: OpenRun[] = [];
  const query = { 'filter[status_group]': 'non_final', 'page[size]': 100 };
  for await (const item of client.list({ path: `/organizations/${encodeURIComponent(organization)}/runs`, query })) {
    const { id, attributes, relationships } = item as unknown as RunDocument;
    const actions = isRecord(attributes['actions']) ? attributes['actions'] : {};
    runs.push({
      id,
      status: String(attributes['status']),
      workspaceId: relationships?.workspace?.data?.id ?? null,
      waitsForConfirmation: actions['is-confirmable'] === true,
      createdAt: String(attributes['created-at']),
    });
    if (runs.length >= readLimit) break;
  }
  return runs;
}

/** Workspaces of the organization by name, at most `readLimit`: for the names of runs, and for locks. */
export const listSomeWorkspaces = async (client: ServiceClient, organization: string): Promise<readonly WorkspaceSummary[]> =>
  listWorkspaces({ client, organization }, { limit: readLimit });

/** The current state version of a workspace. */
export async function readWorkspaceState(client: ServiceClient, workspaceId: string, resources: number): Promise<StackState> {
  const path = `/workspaces/${workspaceId}/current-state-version`;
  const { status, body } = await client.call({ method: 'GET', path, effect: 'read', acceptedStatuses: [404] });
  if (status === 404) return { serial: null, at: null, resources: null };
  const { attributes } = (body as { data: { attributes: Attributes } }).data;
  return {
    serial: typeof attributes['serial'] === 'number' ? attributes['serial'] : null,
    at: typeof attributes['created-at'] === 'string' ? attributes['created-at'] : null,
    resources,
  };
}
