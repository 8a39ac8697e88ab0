import { type Doc, toOne } from '../../json-api/document.ts';
import { listed } from '../../json-api/page.ts';
import { sentList } from '../../json-api/read.ts';
import { noContent } from '../../json-api/reply.ts';
import { type Asking, type Reply, route } from '../../route.ts';
import type { Rec, Transaction } from '../../store/store.ts';
import { refuseTagNames, type Tag, tagsSent, tagWithId, withTags } from './flat-tags.ts';
import { workspaceHere } from './here.ts';

export const renderTags = async (asking: Asking, tags: readonly Rec<Tag>[]): Promise<readonly Doc[]> => {
  const counts = new Map<string, number>();
  for (const { to } of await asking.tx.links('workspace-tags', { to: tags.map((tag) => tag.id) })) counts.set(to, (counts.get(to) ?? 0) + 1);
  return tags.map(({ id, body }) => ({
    id, type: 'tags', attributes: { name: body.name, 'created-at': body.createdAt, 'instance-count': counts.get(id) ?? 0 },
    relationships: { organization: toOne('organizations', body.organization) },
  }));
};

const add = async (asking: Asking<Transaction>): Promise<Reply> => {
  const workspace = await workspaceHere(asking, 'manage-tags');
  const entries = sentList(asking, 'tags');
  refuseTagNames(entries);
  await withTags(asking, workspace, await tagsSent(asking, workspace.scope, entries), []);
  return noContent;
};

/** An unknown name needs no removing; an unknown id is a mistake (gaps, section 2). */
const remove = async (asking: Asking<Transaction>): Promise<Reply> => {
  const workspace = await workspaceHere(asking, 'manage-tags');
  const entries = sentList(asking, 'tags');
  refuseTagNames(entries);
  const tags: Rec<Tag>[] = [];
  for (const { id, attributes } of entries) {
    const tag = id === undefined ? await asking.tx.byKey<Tag>('tags', workspace.scope, attributes['name'] as string) : await tagWithId(asking, workspace.scope, id);
    if (tag) tags.push(tag);
  }
  await withTags(asking, workspace, [], tags);
  return noContent;
};

const path = '/workspaces/{workspace_id}/relationships/tags';
export const routes = [
  route(`GET ${path}`, async (asking) => {
    const workspace = await workspaceHere(asking, 'read-run');
    return listed<Tag>(asking, { kind: 'tags', scope: workspace.scope, linked: [{ kind: 'workspace-tags', self: 'to', other: [workspace.id] }] }, (tags) => renderTags(asking, tags));
  }),
  route(`POST ${path}`, add),
  route(`DELETE ${path}`, remove),
];
