import { at } from '../../place.ts';
import type { Analyzer } from '../analyzer.ts';
import { collections } from '../collections.ts';
import { namespaceOf, shortName, specOf } from '../resource-place.ts';
import { hasProxy, isInjected, isSystem } from '../workloads.ts';

/** Pods without a proxy where their namespace asks for one. */
export const podWithoutProxy: Analyzer = {
  name: 'pod-without-proxy', codes: ['IST0103'], about: [collections.pods], needs: [collections.namespaces],
  *check(resource, look) {
    const namespace = look.named(collections.namespaces, namespaceOf(resource));
    if (!namespace || isSystem(namespace.name, look) || !isInjected(namespace) || hasProxy(resource)) return;
    const asked = resource.annotations['sidecar.istio.io/inject'] ?? resource.labels['sidecar.istio.io/inject'];
    // Pods that share the network of their node get none, whoever asks.
    if (asked === 'false' || at(specOf(resource), 'hostNetwork').value === true) return;
    yield { code: 'IST0103', pointer: '/spec', message: `Pod ${shortName(resource)} has no proxy, though namespace ${namespace.name} asks for one: start it again, or write the annotation sidecar.istio.io/inject: "false"` };
  },
};
