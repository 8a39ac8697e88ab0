import type { ResourceObject } from '../../json-api/resource-object.ts';
import type { StoredRecord } from '../../store/store.ts';
import { buildBindingId } from '../projects/tag-bindings.ts';
import type { StoredProject } from '../projects/stored.ts';
import { mergeEffectiveTags } from './effective-tags.ts';
import type { StoredWorkspace } from '../workspaces/stored.ts';

/** The bindings of a workspace itself. */
export const renderOwnBindings = ({ id, body }: StoredRecord<StoredWorkspace>): readonly ResourceObject[] =>
  body.tags.map(({ key, value, createdAt }) => ({
    id: buildBindingId('tb', id, key),
    type: 'tag-bindings',
    attributes: { key, value, 'created-at': createdAt },
    links: { target: `/api/v2/workspaces/${id}` },
  }));

/** Its own and those of its project, which have the link `inherited-from`. */
export const renderEffectiveBindings = (
  { id, body }: StoredRecord<StoredWorkspace>,
  project: Pick<StoredProject, 'tags'>,
): readonly ResourceObject[] =>
  mergeEffectiveTags(body.tags, project.tags).map(({ pair, inherited }) => ({
    id: buildBindingId('etb', id, pair.key),
    type: 'effective-tag-bindings',
    attributes: { key: pair.key, value: pair.value },
    ...(inherited ? { links: { 'inherited-from': `/api/v2/projects/${body.project}` } } : {}),
  }));
