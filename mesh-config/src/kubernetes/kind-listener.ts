import type { Kind } from '../resources/kinds/kind.ts';
import { readResource } from '../resources/documents/read-resource.ts';
import type { SourceEvent } from '../resources/resource.ts';
import type { LogScope } from '../log/scope.ts';
import type { Metrics } from '../monitoring/metric-declarations.ts';
import type { ObjectListener } from '../kubernetes-client/object-listener.ts';
import { objectKeyOf, type KubernetesObject } from '../kubernetes-client/kubernetes-object.ts';
import type { ServedKind } from './served-kind.ts';

export interface KindListenerOptions {
  readonly kind: Kind;
  readonly served: ServedKind;
  readonly scope: LogScope;
  readonly metrics: Pick<Metrics, 'add'>;
  emit(event: SourceEvent): void;
  /** Receives `status.validationMessages` of an object; undefined: it has none, or was deleted. */
  onValidationMessages(name: string, messages: unknown): void;
}

interface ListenerState extends KindListenerOptions {
  /** The hash of the emitted resource, by name. */
  readonly emitted: Map<string, string>;
  /** Names of the list that is being read. */
  listed: Set<string> | undefined;
  isSynced: boolean;
}

const removeObject = (state: ListenerState, name: string): void => {
  state.onValidationMessages(name, undefined);
  if (state.emitted.delete(name)) state.emit({ kind: 'deleted', collection: state.kind.collection, name });
};

const addObject = (state: ListenerState, object: KubernetesObject): void => {
  const { kind, served, scope, metrics, emitted } = state;
  const labels = { apiVersion: served.version, group: kind.group, kind: kind.kind };
  const name = objectKeyOf(object);
  state.listed?.add(name);
  const result = readResource({ ...object, apiVersion: served.apiVersion, kind: kind.kind }, { source: 'kubernetes' });
  if (!('resource' in result)) {
    metrics.add('cfgmgr_source_kube_dynamic_converter_failure_total', labels);
    metrics.add('cfgmgr_source_kube_event_error_total', { error: 'NotConverted' });
    const reason = 'fault' in result ? result.fault : `the kind ${result.skipped} is not known. This is a bug in Slipway; please report it`;
    scope.error(`${kind.kind} ${name} cannot be read, and its previous version stays in use: ${reason}`);
    return;
  }
  metrics.add('cfgmgr_source_kube_dynamic_converter_success_total', labels);
  metrics.add('cfgmgr_source_kube_event_success_total');
  state.onValidationMessages(
    name,
    (object.status as { readonly validationMessages?: unknown } | null | undefined)?.validationMessages ?? undefined,
  );
  const previous = emitted.get(name);
  if (previous === result.hash) return;
  emitted.set(name, result.hash);
  const resource = { ...result.resource, version: object.metadata?.resourceVersion ?? '' };
  state.emit({ kind: previous === undefined ? 'added' : 'updated', resource });
};

/** Emits the objects of one kind as events. A change of fields that are not served, such as the status, emits none. */
export const createKindListener = (options: KindListenerOptions): ObjectListener => {
  const state: ListenerState = { ...options, emitted: new Map(), listed: undefined, isSynced: false };
  return {
    onObject: (object) => {
      addObject(state, object);
    },
    onListStart: () => {
      state.listed = new Set();
    },
    onDelete: (object) => {
      options.metrics.add('cfgmgr_source_kube_event_success_total');
      removeObject(state, objectKeyOf(object));
    },
    onListEnd: () => {
      const listed = state.listed ?? new Set();
      state.listed = undefined;
      for (const name of state.emitted.keys()) if (!listed.has(name)) removeObject(state, name);
      if (!state.isSynced) options.emit({ kind: 'full-sync', collection: options.kind.collection });
      state.isSynced = true;
    },
  };
};
