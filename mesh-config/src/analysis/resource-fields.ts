import type { DocumentNode } from '../resources/document-node.ts';
import type { Resource } from '../resources/resource.ts';
import { findAnalysisKindByCollection } from './collections.ts';

const collectionsWithoutSpec = new Set([
  'k8s/core/v1/secrets',
  'k8s/core/v1/configmaps',
  'k8s/core/v1/endpoints',
  'k8s/core/v1/namespaces',
]);

/** What a resource holds, at its pointer. */
export const specOf = ({ collection, spec }: Pick<Resource, 'collection' | 'spec'>): DocumentNode => ({
  value: spec,
  pointer: collectionsWithoutSpec.has(collection) ? '' : '/spec',
});

const slashIndexOf = (name: string): number => name.indexOf('/');
export const namespaceOf = ({ name }: Pick<Resource, 'name'>): string => (slashIndexOf(name) < 0 ? '' : name.slice(0, slashIndexOf(name)));
export const shortNameOf = ({ name }: Pick<Resource, 'name'>): string => name.slice(slashIndexOf(name) + 1);
export const annotationPointerOf = (name: string): string => `/metadata/annotations/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;

/** Restores the whole document, which schemas validate. */
export const toDocument = (resource: Resource): unknown => {
  const kind = findAnalysisKindByCollection(resource.collection);
  const namespace = namespaceOf(resource);
  return {
    apiVersion: kind ? [kind.group, kind.version].filter(Boolean).join('/') : '',
    kind: kind?.kind ?? '',
    metadata: {
      name: shortNameOf(resource),
      ...(namespace === '' ? {} : { namespace }),
      labels: resource.labels,
      annotations: resource.annotations,
    },
    spec: resource.spec,
  };
};
