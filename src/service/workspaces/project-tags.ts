import type { Doc } from '../json-api/document.ts';
import { sentList } from '../json-api/read.ts';
import { all } from '../json-api/reply.ts';
import { hashOf } from '../caller.ts';
import { refuse } from '../problem.ts';
import { route } from '../route.ts';
import type { Rec } from '../store/store.ts';
import { needProject } from './permissions.ts';
import { projectHere } from './projects.ts';
import type { Project } from './stored.ts';
import { retagProject } from './workspaces/effective-tags.ts';
import { merged, pairsSent, tagFaults } from './tag-pairs.ts';

/** A binding is no record of its own; its id follows from where it hangs. */
export const idOf = (prefix: string, target: string, key: string): string => `${prefix}-${hashOf(`${target} ${key}`).slice(0, 16)}`;

const bindings = (project: Rec<Project>): readonly Doc[] => project.body.tags.map((tag) => ({
  id: idOf('tb', project.id, tag.key), type: 'tag-bindings', attributes: { key: tag.key, value: tag.value, 'created-at': tag.createdAt },
  links: { target: `/api/v2/projects/${project.id}` },
}));

export const routes = [
  route('GET /projects/{project_id}/tag-bindings', async (asking) => all(bindings(await projectHere(asking)))),
  route('GET /projects/{project_id}/effective-tag-bindings', async (asking) => {
    const project = await projectHere(asking);
    return all(project.body.tags.map((tag) => ({ id: idOf('etb', project.id, tag.key), type: 'effective-tag-bindings', attributes: { key: tag.key, value: tag.value } })));
  }),
  route('PATCH /projects/{project_id}/tag-bindings', async (asking) => {
    const project = await projectHere(asking);
    await needProject(asking, 'update', project);
    const entries = sentList(asking, 'tag-bindings');
    refuse(tagFaults(entries));
    const now = asking.clock.now().toISOString();
    const tags = merged(project.body.tags, pairsSent(entries, project.body.tags, now));
    refuse(tags.length > 10 ? [{ detail: `expected at most 10 tags, got ${tags.length} together with the present ones`, pointer: '/data' }] : []);
    const next = await asking.tx.update<Project>(project, { body: { ...project.body, tags, updatedAt: now } });
    await retagProject(asking.tx, next);
    return all(bindings(next));
  }),
];
