import { findKindByCollection } from '../resources/kinds/kinds.ts';
import type { Resource, SourceEvent } from '../resources/resource.ts';
import type { LogScope } from '../log/scope.ts';
import type { Metrics } from '../monitoring/metric-declarations.ts';
import { ConversionError } from './conversion-error.ts';

export interface ConversionFilterOptions {
  /** Throws Unconvertible; what it has made once it has at hand later. */
  encode(resource: Resource): unknown;
  /** Whether resources of this collection are ever sent. */
  isServed(collection: string): boolean;
  readonly metrics: Pick<Metrics, 'add'>;
  readonly scope: Pick<LogScope, 'error'>;
  emit(event: SourceEvent): void;
}

const resourceKeyOf = ({ collection, name }: Pick<Resource, 'collection' | 'name'>): string => `${collection} ${name}`;

/** Between a source and processing: a resource that its message cannot carry is told and counted, and the version before it stays. */
export const createConversionFilter = ({
  encode,
  isServed: served,
  metrics,
  scope,
  emit: tell,
}: ConversionFilterOptions): ((event: SourceEvent) => void) => {
  const last = new Map<string, Resource>();
  /** Of `last`, what has not been told again since the source began again. */
  let before = new Set<string>();

  const fails = (resource: Resource): boolean => {
    try {
      encode(resource);
      return false;
    } catch (error) {
      if (!(error instanceof ConversionError)) throw error;
      const { collection, name, origin } = resource;
      const { group, kind, version } = findKindByCollection(collection) ?? { group: '', kind: collection, version: '' };
      const pointer = `/spec${error.pointer}`,
        line = origin.lineOf?.(pointer) ?? origin.line;
      metrics.add('cfgmgr_source_kube_dynamic_converter_failure_total', { apiVersion: version, group, kind });
      scope.error(
        `not served: ${origin.source}${line === undefined ? '' : `:${line}`}: ${kind} ${name}: ${pointer}: ${error.message}${last.has(resourceKeyOf(resource)) ? '; it stays as it was before' : ''}`,
      );
      return true;
    }
  };
  return (event) => {
    if (event.kind === 'reset') before = new Set(last.keys());
    else if (event.kind === 'deleted') last.delete(resourceKeyOf(event));
    else if (event.kind === 'full-sync')
      for (const key of before) {
        if (key.startsWith(`${event.collection} `)) {
          before.delete(key);
          last.delete(key);
        }
      }
    else if (served(event.resource.collection)) {
      const key = resourceKeyOf(event.resource);
      before.delete(key);
      if (fails(event.resource)) {
        const stays = last.get(key);
        if (stays) tell({ kind: 'updated', resource: stays });
        return;
      }
      last.set(key, event.resource);
    }
    tell(event);
  };
};
