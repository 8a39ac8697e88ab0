import type { Rec, Transaction } from '../../store/store.ts';
import { workspacesIn } from '../project-members.ts';
import type { Project, TagPair } from '../stored.ts';
import type { Workspace } from './stored.ts';

/**
 * Which key-value tags count for a workspace, its own and those its project lends it, as links `workspace-tagged` from the
 * workspace to the key and to the pair: so the store can filter by them. No tag holds the tab that divides them.
 */
const kind = 'workspace-tagged';
export const taggedWith = (key: string, value?: string): string => (value === undefined ? `key\t${key}` : `pair\t${key}\t${value}`);

/** Its own first; what the project lends under another key. */
export const effective = (own: readonly TagPair[], lent: readonly TagPair[]): readonly { readonly pair: TagPair; readonly inherited: boolean }[] => [
  ...own.map((pair) => ({ pair, inherited: false })),
  ...lent.filter(({ key }) => !own.some((pair) => pair.key === key)).map((pair) => ({ pair, inherited: true })),
];

const rewrite = async (tx: Transaction, id: string, present: readonly string[], own: readonly TagPair[], lent: readonly TagPair[]): Promise<void> => {
  const wanted = new Set(effective(own, lent).flatMap(({ pair }) => [taggedWith(pair.key), taggedWith(pair.key, pair.value)]));
  for (const to of present) if (!wanted.has(to)) await tx.unlink(kind, id, to);
  for (const to of wanted) if (!present.includes(to)) await tx.link(kind, id, to);
};

/** After a workspace's own tags or its project changed. A new workspace has no links yet. */
export const retag = async (tx: Transaction, workspace: Rec<Workspace>, project: Pick<Project, 'tags'>, isNew = false): Promise<void> => {
  if (isNew && workspace.body.tags.length + project.tags.length === 0) return;
  const present = isNew ? [] : (await tx.links(kind, { from: workspace.id })).map((link) => link.to);
  await rewrite(tx, workspace.id, present, workspace.body.tags, project.tags);
};

/** After a project's tags changed: every workspace in it. */
export const retagProject = async (tx: Transaction, project: Rec<Project>): Promise<void> => {
  const records = await workspacesIn(tx, project.scope, [project.id]) as readonly Rec<Workspace>[];
  const present = new Map<string, string[]>(records.map(({ id }) => [id, []]));
  for (const { from, to } of await tx.links(kind, { from: [...present.keys()] })) present.get(from)!.push(to);
  for (const { id, body } of records) await rewrite(tx, id, present.get(id)!, body.tags, project.body.tags);
};
