import type { Doc } from '../../json-api/document.ts';
import type { Rec } from '../../store/store.ts';
import { idOf } from '../project-tags.ts';
import type { Project } from '../stored.ts';
import { effective } from './effective-tags.ts';
import type { Workspace } from './stored.ts';

/** The bindings of a workspace itself. */
export const ownBindings = ({ id, body }: Rec<Workspace>): readonly Doc[] => body.tags.map(({ key, value, createdAt }) => ({
  id: idOf('tb', id, key), type: 'tag-bindings', attributes: { key, value, 'created-at': createdAt }, links: { target: `/api/v2/workspaces/${id}` },
}));

/** Its own and those of its project; `inherited-from` says which. */
export const effectiveBindings = ({ id, body }: Rec<Workspace>, project: Pick<Project, 'tags'>): readonly Doc[] => effective(body.tags, project.tags).map(({ pair, inherited }) => ({
  id: idOf('etb', id, pair.key), type: 'effective-tag-bindings', attributes: { key: pair.key, value: pair.value },
  ...(inherited ? { links: { 'inherited-from': `/api/v2/projects/${body.project}` } } : {}),
}));
