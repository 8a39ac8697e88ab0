import type { StoredRecord, Transaction } from '../../store/store.ts';
import { listProjectWorkspaces } from '../../access/project-workspaces.ts';
import type { StoredProject } from '../projects/stored.ts';
import type { StoredTagBinding } from './stored.ts';
import type { StoredWorkspace } from '../workspaces/stored.ts';

/**
 * Which key-value tags count for a workspace, its own and those its project lends it, as links `workspace-tagged` from the
 * workspace to the key and to the pair: so the store can filter by them. No tag holds the tab that divides them.
 */
const linkKind = 'workspace-tagged';
export const toTagKey = (key: string, value?: string): string => (value === undefined ? `key\t${key}` : `pair\t${key}\t${value}`);

/** Its own first; what the project lends under another key. */
export const mergeEffectiveTags = (
  own: readonly StoredTagBinding[],
  inherited: readonly StoredTagBinding[],
): readonly { readonly pair: StoredTagBinding; readonly inherited: boolean }[] => [
  ...own.map((pair) => ({ pair, inherited: false })),
  ...inherited.filter(({ key }) => !own.some((pair) => pair.key === key)).map((pair) => ({ pair, inherited: true })),
];

const rewriteLinks = async (
  tx: Transaction,
  kind: string,
  id: string,
  present: readonly string[],
  own: readonly StoredTagBinding[],
  inherited: readonly StoredTagBinding[],
): Promise<void> => {
  const expected = new Set(mergeEffectiveTags(own, inherited).flatMap(({ pair }) => [toTagKey(pair.key), toTagKey(pair.key, pair.value)]));
  await Promise.all([
    ...present.filter((to) => !expected.has(to)).map((to) => tx.unlink(kind, id, to)),
    ...[...expected].filter((to) => !present.includes(to)).map((to) => tx.link(kind, id, to)),
  ]);
};

/** After a workspace's own tags or its project changed. A new workspace has no links yet. */
export const indexWorkspaceTags = async (
  tx: Transaction,
  workspace: Pick<StoredRecord<StoredWorkspace>, 'id' | 'body'>,
  project: Pick<StoredProject, 'tags'>,
  isNew = false,
): Promise<void> => {
  if (isNew && workspace.body.tags.length + project.tags.length === 0) return;
  const present = isNew ? [] : (await tx.listLinks(linkKind, { from: workspace.id })).map((link) => link.to);
  await rewriteLinks(tx, linkKind, workspace.id, present, workspace.body.tags, project.tags);
};

/** After a project's tags changed: its own links, and those of every workspace in it. */
export const indexProjectTags = async (tx: Transaction, project: StoredRecord<StoredProject>): Promise<void> => {
  const own = (await tx.listLinks('project-tagged', { from: project.id })).map((link) => link.to);
  await rewriteLinks(tx, 'project-tagged', project.id, own, project.body.tags, []);
  const records = (await listProjectWorkspaces(tx, project.scope, [project.id])) as readonly StoredRecord<StoredWorkspace>[];
  const present = new Map<string, string[]>(records.map(({ id }) => [id, []]));
  for (const { from, to } of await tx.listLinks(linkKind, { from: [...present.keys()] })) present.get(from)!.push(to);
  await Promise.all(records.map(({ id, body }) => rewriteLinks(tx, linkKind, id, present.get(id)!, body.tags, project.body.tags)));
};
