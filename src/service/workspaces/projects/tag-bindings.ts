import type { ResourceObject } from '../../json-api/resource-object.ts';
import { parseDocuments } from '../../json-api/parse-document.ts';
import { okDocuments } from '../../json-api/responses.ts';
import { sha256Hex } from '../../access/callers.ts';
import { throwIfInvalid } from '../../http/problem.ts';
import { route } from '../../http/route.ts';
import type { StoredRecord } from '../../store/store.ts';
import { requireProjectRight } from '../../access/permissions.ts';
import { requireProject } from './projects.ts';
import type { StoredProject } from './stored.ts';
import { indexProjectTags } from '../tags/effective-tags.ts';
import { mergeTagBindings, parseTagBindings, validateTagBindings } from '../tags/parse-tag-bindings.ts';

/** A binding is no record of its own; its id follows from where it hangs. */
export const buildBindingId = (prefix: string, target: string, key: string): string =>
  `${prefix}-${sha256Hex(`${target} ${key}`).slice(0, 16)}`;

const renderBindings = (project: StoredRecord<StoredProject>): readonly ResourceObject[] =>
  project.body.tags.map((tag) => ({
    id: buildBindingId('tb', project.id, tag.key),
    type: 'tag-bindings',
    attributes: { key: tag.key, value: tag.value, 'created-at': tag.createdAt },
    links: { target: `/api/v2/projects/${project.id}` },
  }));

export const routes = [
  route('GET /projects/{project_id}/tag-bindings', async (ctx) => okDocuments(renderBindings(await requireProject(ctx)))),
  route('GET /projects/{project_id}/effective-tag-bindings', async (ctx) => {
    const project = await requireProject(ctx);
    return okDocuments(
      project.body.tags.map((tag) => ({
        id: buildBindingId('etb', project.id, tag.key),
        type: 'effective-tag-bindings',
        attributes: { key: tag.key, value: tag.value },
      })),
    );
  }),
  route('PATCH /projects/{project_id}/tag-bindings', async (ctx) => {
    const project = await requireProject(ctx);
    await requireProjectRight(ctx, 'update', project);
    const entries = parseDocuments(ctx, 'tag-bindings');
    throwIfInvalid(validateTagBindings(entries));
    const now = ctx.clock.now().toISOString();
    const tags = mergeTagBindings(project.body.tags, parseTagBindings(entries, project.body.tags, now));
    throwIfInvalid(
      tags.length > 10 ? [{ detail: `expected at most 10 tags, got ${tags.length} together with the present ones`, pointer: '/data' }] : [],
    );
    const next = await ctx.tx.update<StoredProject>(project, { body: { ...project.body, tags, updatedAt: now } });
    await indexProjectTags(ctx.tx, next);
    return okDocuments(renderBindings(next));
  }),
];
