import type { Place } from '../place.ts';
import type { Resource } from '../resource.ts';
import { kindIn } from './collections.ts';

const withoutSpec = new Set(['k8s/core/v1/secrets', 'k8s/core/v1/configmaps', 'k8s/core/v1/endpoints', 'k8s/core/v1/namespaces']);

/** What a resource holds, at its pointer. */
export const specOf = ({ collection, spec }: Pick<Resource, 'collection' | 'spec'>): Place => ({ value: spec, pointer: withoutSpec.has(collection) ? '' : '/spec' });

const slash = (name: string): number => name.indexOf('/');
export const namespaceOf = ({ name }: Pick<Resource, 'name'>): string => (slash(name) < 0 ? '' : name.slice(0, slash(name)));
export const shortName = ({ name }: Pick<Resource, 'name'>): string => name.slice(slash(name) + 1);
export const annotationPointer = (name: string): string => `/metadata/annotations/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;

/** The whole document again, as schemas know it. */
export const documentOf = (resource: Resource): unknown => {
  const kind = kindIn(resource.collection);
  const namespace = namespaceOf(resource);
  return {
    apiVersion: kind ? [kind.group, kind.version].filter(Boolean).join('/') : '', kind: kind?.kind ?? '',
    metadata: { name: shortName(resource), ...(namespace === '' ? {} : { namespace }), labels: resource.labels, annotations: resource.annotations },
    spec: resource.spec,
  };
};
