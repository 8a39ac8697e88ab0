import { describeTagChange, workspaceTagsDescription } from './descriptions.ts';
import { type ResourceObject, renderToOne } from '../../json-api/resource-object.ts';
import { listResources } from '../../json-api/page.ts';
import { parseDocuments } from '../../json-api/parse-document.ts';
import { noContent } from '../../json-api/responses.ts';
import { type RequestContext, type RouteResponse, route } from '../../http/route.ts';
import { buildLinkedReadable, findReadableWorkspaces } from '../../access/readable-workspaces.ts';
import type { StoredRecord, Transaction } from '../../store/store.ts';
import { requireTagNames, type StoredTag, parseTags, requireTag, changeWorkspaceTags } from './flat-tags.ts';
import { requireWorkspace } from '../workspaces/require-workspace.ts';

/** Documents of tags of one organization. They count only workspaces that the caller can see. */
export const renderTags = async (ctx: RequestContext, tags: readonly StoredRecord<StoredTag>[]): Promise<readonly ResourceObject[]> => {
  const readable = tags[0] && (await findReadableWorkspaces(ctx, tags[0].scope));
  const only = readable && buildLinkedReadable(readable);
  const counts = await ctx.tx.countLinks('workspace-tags', { to: tags.map(({ id }) => id) }, only);
  return tags.map(({ id, body }) => ({
    id,
    type: 'tags',
    attributes: { name: body.name, 'created-at': body.createdAt, 'instance-count': counts.get(id) ?? 0 },
    relationships: { organization: renderToOne('organizations', body.organization) },
  }));
};

const addTags = async (ctx: RequestContext<Transaction>): Promise<RouteResponse> => {
  const workspace = await requireWorkspace(ctx, 'add-tags');
  const entries = parseDocuments(ctx, 'tags');
  requireTagNames(entries);
  await changeWorkspaceTags(ctx, workspace, await parseTags(ctx, workspace.scope, entries), []);
  return noContent;
};

/** An unknown name needs no removing; an unknown id is a mistake (gaps, section 2). */
const removeTags = async (ctx: RequestContext<Transaction>): Promise<RouteResponse> => {
  const workspace = await requireWorkspace(ctx, 'manage-tags');
  const entries = parseDocuments(ctx, 'tags');
  requireTagNames(entries);
  const tags: StoredRecord<StoredTag>[] = [];
  for (const { id, attributes } of entries) {
    const tag =
      id === undefined
        ? await ctx.tx.getByKey<StoredTag>('tags', workspace.scope, attributes['name'] as string)
        : await requireTag(ctx, workspace.scope, id);
    if (tag) tags.push(tag);
  }
  await changeWorkspaceTags(ctx, workspace, [], tags);
  return noContent;
};

const tagsPath = '/workspaces/{workspace_id}/relationships/tags';
export const routes = [
  route(
    `GET ${tagsPath}`,
    async (ctx) => {
      const workspace = await requireWorkspace(ctx, 'read-run');
      const name = ctx.query.get('name');
      return listResources<StoredTag>(
        ctx,
        {
          kind: 'tags',
          scope: workspace.scope,
          linked: [{ kind: 'workspace-tags', self: 'to', other: [workspace.id] }],
          ...(name === null ? {} : { nameContains: name }),
        },
        (tags) => renderTags(ctx, tags),
      );
    },
    { description: workspaceTagsDescription },
  ),
  route(`POST ${tagsPath}`, addTags, { description: describeTagChange('Adds flat tags to a workspace; a new name becomes a tag.') }),
  route(`DELETE ${tagsPath}`, removeTags, { description: describeTagChange('Takes flat tags off a workspace.') }),
];
