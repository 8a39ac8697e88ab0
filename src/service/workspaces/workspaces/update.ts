import { workspace as declared } from '../../../resources/workspaces/workspace.ts';
import { manySent, sent } from '../../json-api/read.ts';
import { ok } from '../../json-api/reply.ts';
import { included } from '../../json-api/include.ts';
import type { Asking, Reply } from '../../route.ts';
import { decodeDocument, jsonApi } from '../../../dialects/index.ts';
import type { Values } from '../../../declare/index.ts';
import type { Rec, Transaction } from '../../store/store.ts';
import { judge } from '../judge.ts';
import { needProject } from '../permissions.ts';
import { settle } from '../project-members.ts';
import type { Project } from '../stored.ts';
import { pairsSent } from '../tag-pairs.ts';
import { defaultProject, projectSent } from './creation.ts';
import { renderWorkspace } from './document.ts';
import { retag } from './effective-tags.ts';
import { executionOf, type Home, overwritesOf } from './execution.ts';
import { onlyTags, refuseTagNames } from './flat-tags.ts';
import { homeOf, workspaceHere } from './here.ts';
import { workspaceLoaders } from './included.ts';
import type { Workspace } from './stored.ts';
import { written } from './written.ts';

/** What it is before the request, in the declaration's names, as far as rules look at it. */
const standing = ({ body }: Rec<Workspace>, home: Home): Values => {
  const { mode, pool } = executionOf(body.attributes, home);
  return decodeDocument(jsonApi, declared.attributes, { attributes: {
    name: body.name, 'execution-mode': mode, 'agent-pool-id': pool, 'setting-overwrites': overwritesOf(body, 'neutral'), 'vcs-repo': body.attributes['vcs-repo'] ?? null,
  } });
};

/** Where it shall live: a move needs the right on both projects (spec 1, Authentication 3). */
const destination = async (asking: Asking, workspace: Rec<Workspace>, home: Home, relationships: { readonly [name: string]: unknown }): Promise<Rec<Project> | undefined> => {
  const named = await projectSent(asking, workspace.scope, relationships);
  const project = named === null ? await defaultProject(asking, home.organization) : named;
  if (!project || project.id === workspace.body.project) return undefined;
  const here = await asking.tx.get<Project>('projects', workspace.body.project);
  for (const side of [here!, project]) await needProject(asking, 'move-workspace', side);
  return project;
};

export const update = async (asking: Asking<Transaction>): Promise<Reply> => {
  const { tx } = asking;
  const old = await workspaceHere(asking, 'update');
  const home = await homeOf(asking, old.scope, old.body.project);
  const { attributes, relationships } = sent(asking, 'workspaces');
  judge(declared, asking, 'update', standing(old, home));
  const project = await destination(asking, old, home, relationships);
  const next: Home = project ? { ...home, project: project.body } : home;
  const own = await written(asking, next, old.body, attributes, 'update');
  const now = asking.clock.now().toISOString();
  const bindings = manySent(relationships, 'tag-bindings', 'tag-bindings');
  const tags = manySent(relationships, 'tags', 'tags');
  refuseTagNames(tags ?? []);
  const name = (attributes['name'] as string | undefined) ?? old.body.name;
  let workspace = await tx.update<Workspace>(old, { key: name, name, body: {
    ...old.body, name, ...own, updatedAt: now, ...(project ? { project: project.id } : {}), ...(bindings ? { tags: pairsSent(bindings, old.body.tags, now) } : {}),
  } });
  if (project) await settle(tx, workspace.id, project.id);
  if (project || bindings) await retag(tx, workspace, next.project);
  if (tags) workspace = await onlyTags(asking, workspace, tags);
  return ok(await renderWorkspace(asking, workspace), await included(asking, workspaceLoaders(asking), [workspace]));
};
