import { sha256Hex } from '../../access/callers.ts';
import { type Relationship, renderToMany, type ResourceObject } from '../../json-api/resource-object.ts';
import type { StoredRecord } from '../../store/store.ts';
import type { StoredProject } from '../projects/stored.ts';
import type { StoredWorkspace } from '../workspaces/stored.ts';
import { mergeEffectiveTags } from './effective-tags.ts';
import type { StoredTagBinding } from './stored.ts';

type BindingPrefix = 'tb' | 'etb';

/** The ID of a binding, which is not a record: it contains the ID of the tagged object, by which it is found, and identifies the key. */
const buildBindingId = (prefix: BindingPrefix, target: string, key: string): string =>
  `${prefix}-${target.replace('-', '')}${sha256Hex(`${target} ${key}`).slice(0, 12)}`;

/** The ID of the object with the binding of this ID; undefined: it is not the ID of a binding. */
export const parseBindingTarget = (id: string): string | undefined => {
  const [, kind, rest] = /^e?tb-(ws|prj|mod|prov)([A-Za-z0-9]{16})[0-9a-f]{12}$/.exec(id) ?? [];
  return kind === undefined ? undefined : `${kind}-${rest}`;
};

/** IDs of the bindings that count for a workspace, project, module or provider, in the order of their documents. */
export const listBindingIds = (prefix: BindingPrefix, target: string, pairs: readonly StoredTagBinding[]): readonly string[] =>
  pairs.map(({ key }) => buildBindingId(prefix, target, key));

const renderBindings = (target: string, path: string, pairs: readonly StoredTagBinding[]): readonly ResourceObject[] =>
  pairs.map(({ key, value, createdAt }) => ({
    id: buildBindingId('tb', target, key),
    type: 'tag-bindings',
    attributes: { key, value, 'created-at': createdAt },
    links: { target: `/api/v2/${path}/${target}` },
  }));

/** The bindings of a workspace itself. */
export const renderOwnBindings = ({ id, body }: Pick<StoredRecord<StoredWorkspace>, 'id' | 'body'>): readonly ResourceObject[] =>
  renderBindings(id, 'workspaces', body.tags);
export const renderProjectBindings = ({ id, body }: Pick<StoredRecord<StoredProject>, 'id' | 'body'>): readonly ResourceObject[] =>
  renderBindings(id, 'projects', body.tags);

/** Bindings of a module or a provider, which inherit none, with the path of its kind. */
export const renderRegistryBindings = (
  path: 'registry-modules' | 'registry-providers',
  { id, body }: { readonly id: string; readonly body: { readonly tags?: readonly StoredTagBinding[] } },
): readonly ResourceObject[] => renderBindings(id, path, body.tags ?? []);

/** The relationship of a module or a provider to its bindings. */
export const relateRegistryBindings: (...of: Parameters<typeof renderRegistryBindings>) => Relationship = (path, { id, body }) => ({
  ...renderToMany('tag-bindings', listBindingIds('tb', id, body.tags ?? [])),
  links: { related: `/api/v2/${path}/${id}/tag-bindings` },
});

/** Its own and those of its project, which name it as `inherited-from`. */
export const renderEffectiveBindings = (
  { id, body }: Pick<StoredRecord<StoredWorkspace>, 'id' | 'body'>,
  project: Pick<StoredProject, 'tags'>,
): readonly ResourceObject[] =>
  mergeEffectiveTags(body.tags, project.tags).map(({ pair, inherited }) => ({
    id: buildBindingId('etb', id, pair.key),
    type: 'effective-tag-bindings',
    attributes: { key: pair.key, value: pair.value },
    ...(inherited
      ? {
          relationships: { 'inherited-from': { data: { type: 'projects', id: body.project } } },
          links: { 'inherited-from': `/api/v2/projects/${body.project}` },
        }
      : {}),
  }));

/** A project inherits none. */
export const renderEffectiveProjectBindings = ({ id, body }: Pick<StoredRecord<StoredProject>, 'id' | 'body'>): readonly ResourceObject[] =>
  body.tags.map(({ key, value }) => ({
    id: buildBindingId('etb', id, key),
    type: 'effective-tag-bindings',
    attributes: { key, value },
  }));
