import { createHash } from 'node:crypto';
import { kinds } from '../resources/kinds/kinds.ts';
import type { Clock } from '../lifecycle/clock.ts';
import type { Component } from '../lifecycle/component.ts';
import type { KubernetesClient } from './client.ts';
import { type ResourceDefinition, parseDefinition } from './definition.ts';
import type { FailureLog } from './failure-log.ts';
import { startInformer } from './informer.ts';
import { createObjectCache } from './object-cache.ts';
import type { KubernetesObject } from './kubernetes-object.ts';

/** The definitions of mesh kinds in the cluster, as they are now. */
export interface DefinitionWatcher extends Component {
  /** In the order of their names; undefined: the cluster has not told all of them yet. */
  current(): readonly ResourceDefinition[] | undefined;
  /** Called when all were told first, and whenever one of them has changed; the answer ends it. */
  subscribe(changed: () => void): () => void;
}
export interface DefinitionWatcherOptions {
  readonly client: KubernetesClient;
  readonly clock: Clock;
  readonly failures: FailureLog;
  /** Told every CustomResourceDefinition that the cluster serves, of whatever group, with its schemas, whenever one has changed. */
  readonly onDefinitions?: (documents: readonly KubernetesObject[]) => void;
}

interface StoredDefinition {
  readonly definition: ResourceDefinition;
  readonly isMesh: boolean;
  readonly hash: string;
  readonly document?: KubernetesObject;
}

/** Definitions a page: one may have a hundred kilobytes of schema. */
const pageSize = 50;
/** Milliseconds in which changes are gathered: an installation brings many at once, and each changes a few times until it is served. */
const batchDelay = 100;
const meshGroups = new Set(kinds.filter(({ builtin }) => !builtin).map(({ group }) => group));

export const createDefinitionWatcher = ({
  client,
  clock,
  failures,
  onDefinitions: everything,
}: DefinitionWatcherOptions): DefinitionWatcher => {
  const followers = new Set<() => void>();
  let current: readonly ResourceDefinition[] | undefined;
  let [meshHash, hash]: [string | undefined, string | undefined] = [undefined, undefined];
  let [end, cancel]: [(() => void) | undefined, (() => void) | undefined] = [undefined, undefined];

  const keep = (object: KubernetesObject): StoredDefinition | undefined => {
    const definition = parseDefinition(object);
    const { metadata: { name = '' } = {}, spec, status } = object;
    const isMesh = definition !== undefined && meshGroups.has(definition.group);
    if (!definition || (!isMesh && !everything)) return undefined;
    return {
      definition,
      isMesh,
      hash: createHash('sha256').update(JSON.stringify(spec)).digest('base64'),
      ...(everything
        ? { document: { apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition', metadata: { name }, spec, status } }
        : {}),
    };
  };
  const look = (): void => {
    cancel = undefined;
    const found = [...(kept.objects() ?? [])].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one);
    const mesh = found.filter(({ isMesh }) => isMesh);
    const hashOf = (some: readonly StoredDefinition[]): string => some.map((one) => one.hash).join(' ');
    const [wasMesh, was] = [meshHash, hash];
    [meshHash, hash] = [hashOf(mesh), hashOf(found)];
    if (everything && was !== hash) everything(found.map(({ document }) => document!));
    if (wasMesh === meshHash) return;
    current = mesh.map(({ definition }) => definition);
    for (const tell of [...followers]) tell();
  };
  const kept = createObjectCache(keep, () => {
    if (current === undefined) look();
    else cancel ??= clock.schedule(batchDelay, look);
  });
  return {
    name: 'definitions of the cluster',
    current: () => current,
    subscribe: (changed) => {
      followers.add(changed);
      return () => {
        followers.delete(changed);
      };
    },
    start: async () => {
      end = startInformer({ client, clock, pageSize, path: '/apis/apiextensions.k8s.io/v1/customresourcedefinitions', failures }, kept);
    },
    stop: async () => {
      end?.();
      cancel?.();
    },
  };
};
