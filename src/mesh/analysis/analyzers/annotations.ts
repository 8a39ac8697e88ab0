import { at, members } from '../../place.ts';
import type { Resource } from '../../resource.ts';
import type { Analyzer, Problem } from '../analyzer.ts';
import { collections, kindIn } from '../collections.ts';
import { isOfMesh, knownAnnotations } from '../known-annotations.ts';
import { annotationPointer, specOf } from '../resource-place.ts';
import { isSuppression } from '../suppressed.ts';

function* of(name: string, pointer: string, kind: string): Generator<Problem> {
  if (!isOfMesh(name) || isSuppression(name)) return;
  const kinds = knownAnnotations.get(name);
  if (!knownAnnotations.has(name)) yield { code: 'IST0108', pointer, message: `Annotation ${JSON.stringify(name)} is not known: nothing in the mesh reads it; look for a slip in its name` };
  else if (kinds && !kinds.includes(kind)) yield { code: 'IST0107', pointer, message: `Annotation ${JSON.stringify(name)} says nothing on a ${kind}: write it on a ${kinds.join(' or a ')}${kind === 'Deployment' && kinds.includes('Pod') ? ', under spec.template.metadata' : ''}` };
}

/** Annotations of the mesh on what is Kubernetes' own. */
export const annotations: Analyzer = {
  name: 'annotations', codes: ['IST0107', 'IST0108'], about: [collections.namespaces, collections.pods, collections.services, collections.deployments], needs: [],
  *check(resource: Resource) {
    const kind = kindIn(resource.collection)!.kind;
    for (const name of Object.keys(resource.annotations)) yield* of(name, annotationPointer(name), kind);
    if (resource.collection === collections.deployments) for (const [name, { pointer }] of members(at(specOf(resource), 'template', 'metadata', 'annotations'))) yield* of(name, pointer, 'Pod');
  },
};
