import { getNode, getMembers } from '../../resources/document-node.ts';
import type { Resource } from '../../resources/resource.ts';
import type { Analyzer, Finding } from '../analyzer.ts';
import { collections, findAnalysisKindByCollection } from '../collections.ts';
import { isMeshAnnotation, knownAnnotations } from '../known-annotations.ts';
import { annotationPointerOf, specOf } from '../resource-fields.ts';
import { isSuppressionAnnotation } from '../suppression.ts';

const withArticle = (kind: string): string => `${/^[AEIOU]/.test(kind) ? 'an' : 'a'} ${kind}`;

function* checkAnnotation(name: string, pointer: string, kind: string): Generator<Finding> {
  if (!isMeshAnnotation(name) || isSuppressionAnnotation(name)) return;
  const kinds = knownAnnotations.get(name);
  if (!knownAnnotations.has(name))
    yield {
      code: 'IST0108',
      pointer,
      message: `Annotation ${JSON.stringify(name)} is not known: nothing in the mesh reads it; look for a slip in its name`,
    };
  else if (kinds && !kinds.includes(kind))
    yield {
      code: 'IST0107',
      pointer,
      message:
        `Annotation ${JSON.stringify(name)} has no effect on a ${kind}: write it on ${kinds.map(withArticle).join(' or ')}` +
        (kind === 'Deployment' && kinds.includes('Pod') ? ', under spec.template.metadata' : ''),
    };
}

/** Annotations of the mesh on built-in kinds of Kubernetes. */
export const annotationsAnalyzer: Analyzer = {
  name: 'annotations',
  codes: ['IST0107', 'IST0108'],
  collections: [collections.namespaces, collections.pods, collections.services, collections.deployments],
  requires: [],
  *check(resource: Resource) {
    const kind = findAnalysisKindByCollection(resource.collection)!.kind;
    for (const name of Object.keys(resource.annotations)) yield* checkAnnotation(name, annotationPointerOf(name), kind);
    if (resource.collection === collections.deployments)
      for (const [name, { pointer }] of getMembers(getNode(specOf(resource), 'template', 'metadata', 'annotations')))
        yield* checkAnnotation(name, pointer, 'Pod');
  },
};
