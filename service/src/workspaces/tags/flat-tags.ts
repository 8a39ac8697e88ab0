import { tagName } from '@slipway/declarations/resources/workspaces/tags';
import type { RequestContext } from '../../http/route.ts';
import { type ErrorObject, notFound, throwIfInvalid, unprocessable } from '../../http/problem.ts';
import type { DocumentEntry } from '../../json-api/parse-document.ts';
import { DuplicateKey, type StoredRecord, type Transaction } from '../../store/store.ts';
import type { StoredWorkspace } from '../workspaces/stored.ts';

/** A flat tag of an organization: kind `tags`, scope the organization, key the name; `workspace-tags` links workspaces to it. */
export interface StoredTag {
  readonly name: string;
  readonly organization: string;
  readonly createdAt: string;
}

const findOrCreateTag = async (ctx: RequestContext<Transaction>, organization: string, name: string): Promise<StoredRecord<StoredTag>> => {
  const { tx } = ctx;
  const found = await tx.getByKey<StoredTag>('tags', organization, name);
  if (found) return found;
  try {
    return await tx.insert<StoredTag>({
      id: ctx.newId('tag'),
      kind: 'tags',
      scope: organization,
      key: name,
      name,
      body: { name, organization, createdAt: ctx.clock.now().toISOString() },
    });
  } catch (error) {
    const other = error instanceof DuplicateKey ? await tx.getByKey<StoredTag>('tags', organization, name) : undefined;
    if (!other) throw error;
    return other;
  }
};

export const requireTag = async (ctx: RequestContext, organization: string, id: string): Promise<StoredRecord<StoredTag>> => {
  const tag = await ctx.tx.get<StoredTag>('tags', id);
  if (tag?.scope !== organization) throw notFound(`the tag ${id}`);
  return tag;
};

/** Limit of tags per request: each new name is a record, and more of them would block the store for too long. */
const maxTagsOfRequest = 1000;

/** Entries without an id need a name that can be one. */
export const requireTagNames = (entries: readonly DocumentEntry[]): void => {
  if (entries.length > maxTagsOfRequest)
    throw unprocessable(`expected at most ${maxTagsOfRequest} tags, got ${entries.length}; send them in several requests`, '/data');
  throwIfInvalid(
    entries.flatMap(({ id, attributes: { name }, pointer }): ErrorObject[] =>
      id !== undefined || tagName.accepts(name)
        ? []
        : [{ detail: `expected ${tagName.description}, or the id of a tag`, pointer: `${pointer}/attributes/name` }],
    ),
  );
};

/** Tags as sent, by id or by name; a name that is new becomes a tag. 404 for an unknown id. */
export const parseTags = async (
  ctx: RequestContext<Transaction>,
  organization: string,
  entries: readonly DocumentEntry[],
): Promise<readonly StoredRecord<StoredTag>[]> => {
  const tags: StoredRecord<StoredTag>[] = [];
  for (const { id, attributes } of entries)
    tags.push(
      id === undefined ? await findOrCreateTag(ctx, organization, attributes['name'] as string) : await requireTag(ctx, organization, id),
    );
  return tags;
};

/** Which of the tags no other workspace has: a tag without workspaces is deleted (gaps, section 2). */
export const findUnusedTags = async (tx: Transaction, tags: readonly string[], workspace: string): Promise<readonly string[]> => {
  const used = new Set(await tx.listLinked('workspace-tags', tags, workspace));
  return tags.filter((tag) => !used.has(tag));
};

/** Adds and removes; the workspace's own list of names follows. */
export const changeWorkspaceTags = async (
  ctx: RequestContext<Transaction>,
  workspace: StoredRecord<StoredWorkspace>,
  added: readonly StoredRecord<StoredTag>[],
  removed: readonly StoredRecord<StoredTag>[],
): Promise<StoredRecord<StoredWorkspace>> => {
  const { tx } = ctx;
  const ids = removed.map((tag) => tag.id);
  const unused = await findUnusedTags(tx, ids, workspace.id);
  for (const tag of added) await tx.link('workspace-tags', workspace.id, tag.id);
  await tx.unlink('workspace-tags', workspace.id, ids);
  await tx.deleteMany({ kinds: ['tags'], ids: unused });
  const removedNames = new Set(removed.map((tag) => tag.body.name));
  const remaining = workspace.body.tagNames.filter((name) => !removedNames.has(name));
  const tagNames = [...new Set([...remaining, ...added.map((tag) => tag.body.name)])];
  if (tagNames.length === workspace.body.tagNames.length && tagNames.every((name, index) => name === workspace.body.tagNames[index]))
    return workspace;
  return tx.update<StoredWorkspace>(workspace, { body: { ...workspace.body, tagNames, updatedAt: ctx.clock.now().toISOString() } });
};

/** Replaces the tags of a workspace by these. */
export const replaceWorkspaceTags = async (
  ctx: RequestContext<Transaction>,
  workspace: StoredRecord<StoredWorkspace>,
  entries: readonly DocumentEntry[],
): Promise<StoredRecord<StoredWorkspace>> => {
  const tags = await parseTags(ctx, workspace.scope, entries);
  const names = new Set(tags.map((tag) => tag.body.name));
  const removed: StoredRecord<StoredTag>[] = [];
  for (const name of workspace.body.tagNames) {
    const tag = names.has(name) ? undefined : await ctx.tx.getByKey<StoredTag>('tags', workspace.scope, name);
    if (tag) removed.push(tag);
  }
  return changeWorkspaceTags(ctx, workspace, tags, removed);
};
