import { findKindByCollection } from '../resources/kinds/kinds.ts';
import type { Resource, SourceEvent } from '../resources/resource.ts';
import type { LogScope } from '../log/scope.ts';
import type { Metrics } from '../monitoring/metric-declarations.ts';
import { ConversionError } from './conversion-error.ts';

export interface ConversionFilterOptions {
  /** Encodes and caches a resource. Throws ConversionError. */
  encode(resource: Resource): unknown;
  /** Whether resources of this collection are served. */
  isServed(collection: string): boolean;
  readonly metrics: Pick<Metrics, 'add'>;
  readonly scope: Pick<LogScope, 'error'>;
  emit(event: SourceEvent): void;
}

const resourceKeyOf = ({ collection, name }: Pick<Resource, 'collection' | 'name'>): string => `${collection} ${name}`;

interface FilterState extends ConversionFilterOptions {
  /** The last convertible version of each resource. */
  readonly converted: Map<string, Resource>;
  /** The resources, of these, that the source has not emitted again since its last reset. */
  stale: Set<string>;
}

const reportFailure = (state: FilterState, { collection, name, origin }: Resource, error: ConversionError): void => {
  const { group, kind, version } = findKindByCollection(collection) ?? { group: '', kind: collection, version: '' };
  const pointer = `/spec${error.pointer}`;
  const line = origin.lineOf?.(pointer) ?? origin.line;
  const position = `${origin.source}${line === undefined ? '' : `:${line}`}`;
  const hasPrevious = state.converted.has(resourceKeyOf({ collection, name }));
  state.metrics.add('cfgmgr_source_kube_dynamic_converter_failure_total', { apiVersion: version, group, kind });
  state.scope.error(
    `not served: ${position}: ${kind} ${name}: ${pointer}: ${error.message}${hasPrevious ? '; its previous version stays in use' : ''}`,
  );
};

const isConvertible = (state: FilterState, resource: Resource): boolean => {
  try {
    state.encode(resource);
    return true;
  } catch (error) {
    if (!(error instanceof ConversionError)) throw error;
    reportFailure(state, resource, error);
    return false;
  }
};

/** Forgets the resources of a collection that were not emitted between a reset and its full-sync. */
const forgetStale = ({ stale, converted }: FilterState, collection: string): void => {
  for (const key of stale) {
    if (!key.startsWith(`${collection} `)) continue;
    stale.delete(key);
    converted.delete(key);
  }
};

/** The event to pass on instead of that of a resource; undefined: none. */
const filterResource = (state: FilterState, event: Extract<SourceEvent, { resource: Resource }>): SourceEvent | undefined => {
  const { resource } = event;
  const key = resourceKeyOf(resource);
  state.stale.delete(key);
  if (isConvertible(state, resource)) {
    state.converted.set(key, resource);
    return event;
  }
  const previous = state.converted.get(key);
  return previous && { kind: 'updated', resource: previous };
};

/**
 * Filters the events of a source: a resource that its message cannot carry is logged and counted, and its previous version
 * stays in use.
 */
export const createConversionFilter = (options: ConversionFilterOptions): ((event: SourceEvent) => void) => {
  const state: FilterState = { ...options, converted: new Map(), stale: new Set() };
  const { isServed, emit } = options;
  return (event) => {
    if ('resource' in event) {
      const passed = isServed(event.resource.collection) ? filterResource(state, event) : event;
      if (passed) emit(passed);
      return;
    }
    if (event.kind === 'reset') state.stale = new Set(state.converted.keys());
    else if (event.kind === 'deleted') state.converted.delete(resourceKeyOf(event));
    else forgetStale(state, event.collection);
    emit(event);
  };
};
