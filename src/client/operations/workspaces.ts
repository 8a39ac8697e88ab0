import type { Values } from '../../declare/index.ts';
import { workspace } from '../../resources/workspaces/index.ts';
import { shownWorkspace } from '../../resources/workspaces/data/workspace-attributes.ts';
import type { Line } from '../line.ts';
import { ask, bodyOf, type Options, type Told, walk } from './ask.ts';
import { asAsked, type Change, decode, decodeOne, type Document, encode, type New } from './documents.ts';
import { locksOf } from './workspace-locks.ts';

const { tags_own: _, tag_names_own: __, tag_names: ___, force_delete: ____, organization: _____, ...attributes } = workspace.attributes;

export type Workspace = Document<typeof shownWorkspace>;
/** Flat tags are added by `tags.add`. */
export type NewWorkspace = New<typeof attributes>;
export type WorkspaceChange = Change<typeof attributes>;
export interface WorkspaceFilter extends Options {
  readonly name?: string | undefined;
  readonly wildcard_name?: string | undefined;
  /** Those that have all of these flat tags. */
  readonly tag_names?: readonly string[] | undefined;
  /** Not those that have any of these. */
  readonly exclude_tag_names?: readonly string[] | undefined;
  /** Key-value tags, all of them; an empty value means any. */
  readonly tags?: { readonly [key: string]: string } | undefined;
  readonly project_id?: string | undefined;
  readonly current_run_status?: string | undefined;
  readonly sort?: 'name' | '-name' | 'current-run.created-at' | '-current-run.created-at' | 'latest-change-at' | '-latest-change-at' | undefined;
}

const queryOf = (filter: WorkspaceFilter) => ({
  'search[name]': filter.name, 'search[wildcard-name]': filter.wildcard_name, 'search[tags]': filter.tag_names, 'search[exclude-tags]': filter.exclude_tag_names,
  'filter[project][id]': filter.project_id, 'filter[current-run][status]': filter.current_run_status, sort: filter.sort,
  ...Object.fromEntries(Object.entries(filter.tags ?? {}).flatMap(([key, value], i) =>
    [[`filter[tagged][${i}][key]`, key], ...(value === '' ? [] : [[`filter[tagged][${i}][value]`, value]])])),
});

/** A workspace in an answer. */
export const workspaceIn = (answer: Told): Workspace => decodeOne(shownWorkspace, answer);
const body = (said: Values, more: { id?: string; change?: true } = {}) => encode('workspaces', attributes, said, more);

export const workspaces = (line: Line) => ({
  ...locksOf(line),
  create: async (organization_name: string, said: NewWorkspace, options: Options = {}): Promise<Workspace> => {
    const found = async () => asAsked(attributes, said, await documentNamed(line, organization_name, said.name));
    return workspaceIn(await ask(line, 'workspaces.create', { organization_name }, { body: body(said), found, ...options }));
  },
  update: async (workspace_id: string, change: WorkspaceChange, options: Options = {}): Promise<Workspace> =>
    workspaceIn(await ask(line, 'workspaces.update', { workspace_id }, { body: body(change, { id: workspace_id }), ...options })),
  updateByName: async (organization_name: string, name: string, change: WorkspaceChange, options: Options = {}): Promise<Workspace> =>
    workspaceIn(await ask(line, 'workspaces.updateByName', { organization_name, name }, { body: body(change, { change: true }), ...options })),
  async *list(organization_name: string, filter: WorkspaceFilter = {}): AsyncGenerator<Workspace> {
    for await (const { item } of walk(line, 'workspaces.list', { organization_name }, queryOf(filter), filter)) yield decode(shownWorkspace, item);
  },
  show: async (workspace_id: string, options: Options = {}): Promise<Workspace> => workspaceIn(await ask(line, 'workspaces.show', { workspace_id }, options)),
  showByName: async (organization_name: string, name: string, options: Options = {}): Promise<Workspace> =>
    workspaceIn(await ask(line, 'workspaces.showByName', { organization_name, name }, options)),
  /** Refused with 409 while the workspace manages resources. */
  safeDelete: async (workspace_id: string, options: Options = {}): Promise<void> => { await ask(line, 'workspaces.safeDelete', { workspace_id }, { effect: 'delete', ...options }); },
  safeDeleteByName: async (organization_name: string, name: string, options: Options = {}): Promise<void> => {
    await ask(line, 'workspaces.safeDeleteByName', { organization_name, name }, { effect: 'delete', ...options });
  },
  /** Forgets the resources it manages. */
  forceDelete: async (workspace_id: string, options: Options = {}): Promise<void> => { await ask(line, 'workspaces.forceDelete', { workspace_id }, options); },
  forceDeleteByName: async (organization_name: string, name: string, options: Options = {}): Promise<void> => {
    await ask(line, 'workspaces.forceDeleteByName', { organization_name, name }, options);
  },
  assignSshKey: async (workspace_id: string, ssh_key_id: string, options: Options = {}): Promise<Workspace> =>
    workspaceIn(await ask(line, 'workspaces.assignSshKey', { workspace_id }, { body: { data: { type: 'workspaces', attributes: { id: ssh_key_id } } }, ...options })),
  unassignSshKey: async (workspace_id: string, options: Options = {}): Promise<Workspace> =>
    workspaceIn(await ask(line, 'workspaces.unassignSshKey', { workspace_id }, { body: { data: { type: 'workspaces', attributes: { id: null } } }, ...options })),
});

/** The workspace's document, or null where there is none of that name. */
export const documentNamed = async (line: Line, organization_name: string, name: string): Promise<Values | null> => {
  const answer = await ask(line, 'workspaces.showByName', { organization_name, name }, { accept: [404] });
  return answer.status === 404 ? null : bodyOf(answer).data;
};
