import { applyTagDescription, deleteTagsDescription, organizationTagsDescription } from './descriptions.ts';
import { listResources } from '../../json-api/page.ts';
import { parseIds } from '../../json-api/parse-document.ts';
import { noContent } from '../../json-api/responses.ts';
import { type ErrorObject, notFound, throwIfInvalid } from '../../http/problem.ts';
import { type RequestContext, type RouteResponse, route } from '../../http/route.ts';
import type { LinkFilter } from '../../store/record-filter.ts';
import type { StoredRecord, Transaction } from '../../store/store.ts';
import { findMembership, requireOrganizationRight, requireOrganization, listWorkspaceRights } from '../../access/permissions.ts';
import { buildLinkedReadable, findReadableWorkspaces, selectReadable } from '../../access/readable-workspaces.ts';
import { type StoredTag, requireTag, changeWorkspaceTags } from './flat-tags.ts';
import type { StoredWorkspace } from '../workspaces/stored.ts';
import { renderTags } from './workspace-tags.ts';

/** The flat tags of an organization: not in the specification's tables, in the hosted service's shapes (wire profiles, section 3). */
const listTags = async (ctx: RequestContext): Promise<RouteResponse> => {
  const {
    body: { name },
  } = await requireOrganization(ctx);
  const readable = await findReadableWorkspaces(ctx, name);
  const [q, excluded] = [ctx.query.get('q'), ctx.query.get('filter[exclude][taggable][id]')];
  // The tags of unreadable workspaces must not influence the result.
  const without = excluded && (await selectReadable(ctx, name, [excluded])).has(excluded) ? excluded : undefined;
  const link = { kind: 'workspace-tags', self: 'to' } as const;
  const linked: readonly LinkFilter[] = [
    ...(readable ? [{ ...link, otherLinked: buildLinkedReadable(readable) }] : []),
    ...(without ? [{ ...link, other: [without], not: true }] : []),
  ];
  return listResources<StoredTag>(
    ctx,
    { kind: 'tags', scope: name, ...(q ? { nameContains: q } : {}), ...(linked.length > 0 ? { linked } : {}) },
    (tags) => renderTags(ctx, tags),
    { order: { by: 'name' } },
  );
};

/** Removes tags from every workspace, which deletes them. */
const deleteTags = async (ctx: RequestContext<Transaction>): Promise<RouteResponse> => {
  const {
    body: { name },
  } = await requireOrganization(ctx);
  requireOrganizationRight(ctx, name, 'manage-workspaces');
  const tags: StoredRecord<StoredTag>[] = [];
  for (const id of parseIds(ctx, 'tags')) tags.push(await requireTag(ctx, name, id));
  const ids = new Set((await ctx.tx.listLinks('workspace-tags', { to: tags.map((tag) => tag.id) })).map((one) => one.from));
  for (const workspace of await ctx.tx.getMany<StoredWorkspace>('workspaces', [...ids]))
    await changeWorkspaceTags(ctx, workspace, [], tags);
  return noContent;
};

/** Puts one tag on several workspaces. */
const applyTag = async (ctx: RequestContext<Transaction>): Promise<RouteResponse> => {
  const id = ctx.params['tag_id']!;
  const tag = await ctx.tx.get<StoredTag>('tags', id);
  if (!tag || !findMembership(ctx, tag.scope)) throw notFound(`the tag ${id}`);
  const ids = parseIds(ctx, 'workspaces');
  const found = (await ctx.tx.getMany<StoredWorkspace>('workspaces', ids)).filter((workspace) => workspace.scope === tag.scope);
  const rights = await listWorkspaceRights(ctx, found);
  throwIfInvalid(
    ids.flatMap((one, index): ErrorObject[] =>
      rights.get(one)?.has('manage-tags')
        ? []
        : [{ detail: `${one} is no workspace of the organization "${tag.scope}" that this token may tag`, pointer: `/data/${index}/id` }],
    ),
  );
  for (const workspace of found) await changeWorkspaceTags(ctx, workspace, [tag], []);
  return noContent;
};

export const routes = [
  route('GET /organizations/{organization_name}/tags', listTags, { description: organizationTagsDescription }),
  route('DELETE /organizations/{organization_name}/tags', deleteTags, { description: deleteTagsDescription }),
  route('POST /tags/{tag_id}/relationships/workspaces', applyTag, { description: applyTagDescription }),
];
