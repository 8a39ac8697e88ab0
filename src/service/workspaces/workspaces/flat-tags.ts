import { tagName } from '../../../resources/workspaces/tags.ts';
import type { Asking } from '../../route.ts';
import { type Fault, notFound, refuse } from '../../problem.ts';
import type { Entry } from '../../json-api/read.ts';
import { KeyTaken, type Rec, type Transaction } from '../../store/store.ts';
import type { Workspace } from './stored.ts';

/** A flat tag of an organization: kind `tags`, scope the organization, key the name; `workspace-tags` links workspaces to it. */
export interface Tag { readonly name: string; readonly organization: string; readonly createdAt: string }

const tagNamed = async (asking: Asking<Transaction>, organization: string, name: string): Promise<Rec<Tag>> => {
  const { tx } = asking;
  const found = await tx.byKey<Tag>('tags', organization, name);
  if (found) return found;
  try {
    return await tx.insert<Tag>({ id: asking.newId('tag'), kind: 'tags', scope: organization, key: name, name, body: { name, organization, createdAt: asking.clock.now().toISOString() } });
  } catch (error) {
    const other = error instanceof KeyTaken ? await tx.byKey<Tag>('tags', organization, name) : undefined;
    if (!other) throw error;
    return other;
  }
};

export const tagWithId = async (asking: Asking, organization: string, id: string): Promise<Rec<Tag>> => {
  const tag = await asking.tx.get<Tag>('tags', id);
  if (tag?.scope !== organization) throw notFound(`the tag ${id}`);
  return tag;
};

/** Entries without an id need a name that can be one. */
export const refuseTagNames = (entries: readonly Entry[]): void => refuse(entries.flatMap(({ id, attributes: { name }, pointer }): Fault[] =>
  (id !== undefined || tagName.accepts(name) ? [] : [{ detail: `expected ${tagName.description}, or the id of a tag`, pointer: `${pointer}/attributes/name` }])));

/** Tags as sent, by id or by name; a name that is new becomes a tag. 404 for an unknown id. */
export const tagsSent = async (asking: Asking<Transaction>, organization: string, entries: readonly Entry[]): Promise<readonly Rec<Tag>[]> => {
  const tags: Rec<Tag>[] = [];
  for (const { id, attributes } of entries)
    tags.push(id === undefined ? await tagNamed(asking, organization, attributes['name'] as string) : await tagWithId(asking, organization, id));
  return tags;
};

/** A tag on no workspace is no tag (gaps, section 2). */
export const dropUnused = async (tx: Transaction, tags: readonly string[]): Promise<void> => {
  for (const tag of tags) if ((await tx.links('workspace-tags', { to: tag })).length === 0) await tx.delete('tags', tag);
};

/** Adds and removes; the workspace's own list of names follows. */
export const withTags = async (asking: Asking<Transaction>, workspace: Rec<Workspace>, added: readonly Rec<Tag>[], removed: readonly Rec<Tag>[]): Promise<Rec<Workspace>> => {
  const { tx } = asking;
  for (const tag of added) await tx.link('workspace-tags', workspace.id, tag.id);
  for (const tag of removed) await tx.unlink('workspace-tags', workspace.id, tag.id);
  await dropUnused(tx, removed.map((tag) => tag.id));
  const left = workspace.body.tagNames.filter((name) => !removed.some((tag) => tag.body.name === name));
  const tagNames = [...new Set([...left, ...added.map((tag) => tag.body.name)])];
  if (tagNames.length === workspace.body.tagNames.length && tagNames.every((name, index) => name === workspace.body.tagNames[index])) return workspace;
  return tx.update<Workspace>(workspace, { body: { ...workspace.body, tagNames, updatedAt: asking.clock.now().toISOString() } });
};

/** Exactly these. */
export const onlyTags = async (asking: Asking<Transaction>, workspace: Rec<Workspace>, entries: readonly Entry[]): Promise<Rec<Workspace>> => {
  const wanted = await tagsSent(asking, workspace.scope, entries);
  const removed: Rec<Tag>[] = [];
  for (const name of workspace.body.tagNames) {
    const tag = wanted.some((one) => one.body.name === name) ? undefined : await asking.tx.byKey<Tag>('tags', workspace.scope, name);
    if (tag) removed.push(tag);
  }
  return withTags(asking, workspace, wanted, removed);
};
