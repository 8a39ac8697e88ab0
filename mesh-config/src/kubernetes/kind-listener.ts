import type { Kind } from '../resources/kinds/kind.ts';
import { readResource } from '../resources/documents/read-resource.ts';
import type { SourceEvent } from '../resources/resource.ts';
import type { LogScope } from '../log/scope.ts';
import type { Metrics } from '../monitoring/metric-declarations.ts';
import type { ObjectListener } from './object-listener.ts';
import { objectKeyOf, type KubernetesObject } from './kubernetes-object.ts';
import type { ServedKind } from './served-kind.ts';

export interface KindListenerOptions {
  readonly kind: Kind;
  readonly served: ServedKind;
  readonly scope: LogScope;
  readonly metrics: Pick<Metrics, 'add'>;
  emit(event: SourceEvent): void;
  /** `status.validationMessages` of an object that has them; undefined: of one that has none, or is gone. */
  onValidationMessages(name: string, messages: unknown): void;
}

/** The objects of one kind as a source tells them. What changes nothing that is served, as a status does, is not told. */
export const createKindListener = ({
  kind,
  served,
  scope,
  metrics,
  emit: tell,
  onValidationMessages: messages,
}: KindListenerOptions): ObjectListener => {
  const { collection } = kind;
  const labels = { apiVersion: served.version, group: kind.group, kind: kind.kind };
  /** By name, what was told: a hash of it. */
  const told = new Map<string, string>();
  let listing: Set<string> | undefined;
  let synced = false;

  const remove = (name: string): void => {
    messages(name, undefined);
    if (told.delete(name)) tell({ kind: 'deleted', collection, name });
  };
  const put = (object: KubernetesObject): void => {
    const name = objectKeyOf(object);
    listing?.add(name);
    const understood = readResource({ ...object, apiVersion: served.apiVersion, kind: kind.kind }, { source: 'kubernetes' });
    if (!('resource' in understood)) {
      metrics.add('cfgmgr_source_kube_dynamic_converter_failure_total', labels);
      metrics.add('cfgmgr_source_kube_event_error_total', { error: 'NotConverted' });
      scope.error(
        `${kind.kind} ${name} is not read, and stays as it was before: ${'fault' in understood ? understood.fault : `${understood.skipped} is not known; this is our fault, please report it`}`,
      );
      return;
    }
    metrics.add('cfgmgr_source_kube_dynamic_converter_success_total', labels);
    metrics.add('cfgmgr_source_kube_event_success_total');
    messages(name, (object.status as { readonly validationMessages?: unknown } | undefined)?.validationMessages);
    const before = told.get(name);
    if (before === understood.hash) return;
    told.set(name, understood.hash);
    tell({
      kind: before === undefined ? 'added' : 'updated',
      resource: { ...understood.resource, version: object.metadata?.resourceVersion ?? '' },
    });
  };
  return {
    onObject: put,
    onListStart: () => {
      listing = new Set();
    },
    onDelete: (object) => {
      metrics.add('cfgmgr_source_kube_event_success_total');
      remove(objectKeyOf(object));
    },
    onListEnd: () => {
      const there = listing ?? new Set();
      listing = undefined;
      for (const name of [...told.keys()]) if (!there.has(name)) remove(name);
      if (!synced) tell({ kind: 'full-sync', collection });
      synced = true;
    },
  };
};
