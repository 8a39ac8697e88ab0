import { listed } from '../../json-api/page.ts';
import { sentIds } from '../../json-api/read.ts';
import { noContent } from '../../json-api/reply.ts';
import { type Fault, notFound, refuse } from '../../problem.ts';
import { type Asking, type Reply, route } from '../../route.ts';
import type { Filter, Rec, Transaction } from '../../store/store.ts';
import { membershipIn, needIn, organizationHere, readableWorkspaces, rightsOnEach } from '../permissions.ts';
import { type Tag, tagWithId, withTags } from './flat-tags.ts';
import type { Workspace } from './stored.ts';
import { renderTags } from './workspace-tags.ts';

type Linked = NonNullable<Filter['linked']>[number];

/** The flat tags of an organization: not in the specification's tables, in the hosted service's shapes (wire profiles, section 3). */
const list = async (asking: Asking): Promise<Reply> => {
  const { body: { name } } = await organizationHere(asking);
  const readable = await readableWorkspaces(asking, name);
  const [q, without] = [asking.query.get('q'), asking.query.get('filter[exclude][taggable][id]')];
  const link = { kind: 'workspace-tags', self: 'to' } as const;
  const linked: readonly Linked[] = [...(readable ? [{ ...link, other: readable }] : []), ...(without ? [{ ...link, other: [without], not: true }] : [])];
  return listed<Tag>(asking, { kind: 'tags', scope: name, ...(q ? { nameContains: q } : {}), ...(linked.length > 0 ? { linked } : {}) }, (tags) => renderTags(asking, tags), { order: { by: 'name' } });
};

/** Takes tags off every workspace: then they are gone. */
const remove = async (asking: Asking<Transaction>): Promise<Reply> => {
  const { body: { name } } = await organizationHere(asking);
  needIn(asking, name, 'manage-workspaces', `the organization "${name}"`);
  const tags: Rec<Tag>[] = [];
  for (const id of sentIds(asking, 'tags')) tags.push(await tagWithId(asking, name, id));
  const ids = new Set((await asking.tx.links('workspace-tags', { to: tags.map((tag) => tag.id) })).map((one) => one.from));
  for (const workspace of await asking.tx.many<Workspace>('workspaces', [...ids])) await withTags(asking, workspace, [], tags);
  return noContent;
};

/** Puts one tag on several workspaces. */
const apply = async (asking: Asking<Transaction>): Promise<Reply> => {
  const id = asking.params['tag_id']!;
  const tag = await asking.tx.get<Tag>('tags', id);
  if (!tag || !membershipIn(asking, tag.scope)) throw notFound(`the tag ${id}`);
  const ids = sentIds(asking, 'workspaces');
  const found = (await asking.tx.many<Workspace>('workspaces', ids)).filter((workspace) => workspace.scope === tag.scope);
  const rights = await rightsOnEach(asking, found);
  refuse(ids.flatMap((one, index): Fault[] => (rights.get(one)?.has('manage-tags') ? []
    : [{ detail: `${one} is no workspace of the organization "${tag.scope}" that this token may tag`, pointer: `/data/${index}/id` }])));
  for (const workspace of found) await withTags(asking, workspace, [tag], []);
  return noContent;
};

export const routes = [
  route('GET /organizations/{organization_name}/tags', list),
  route('DELETE /organizations/{organization_name}/tags', remove),
  route('POST /tags/{tag_id}/relationships/workspaces', apply),
];
