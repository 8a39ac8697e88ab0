import { getNode, textOf } from '../../resources/document-node.ts';
import type { Analyzer } from '../analyzer.ts';
import { collections } from '../collections.ts';
import { namespaceOf, shortNameOf, specOf } from '../resource-fields.ts';
import { isInjectionEnabled, isSystemNamespace, proxiesOf } from '../workloads.ts';

/** Pods without a proxy in namespaces with injection enabled. */
export const podWithoutProxyAnalyzer: Analyzer = {
  name: 'pod-without-proxy',
  codes: ['IST0103'],
  collections: [collections.pods],
  requires: [collections.namespaces],
  *check(resource, look) {
    const namespace = look.find(collections.namespaces, namespaceOf(resource));
    if (!namespace || isSystemNamespace(namespace.name) || !isInjectionEnabled(namespace)) return;
    if (proxiesOf(resource).some((proxy) => textOf(getNode(proxy, 'image')) !== undefined)) return;
    const asked = resource.annotations['sidecar.istio.io/inject'] ?? resource.labels['sidecar.istio.io/inject'];
    // Pods that share the network of their node never get a proxy.
    if (asked?.toLowerCase() === 'false' || getNode(specOf(resource), 'hostNetwork').value === true) return;
    yield {
      code: 'IST0103',
      pointer: '/spec',
      message:
        `Pod ${shortNameOf(resource)} has no proxy although injection is enabled for namespace ${namespace.name}: ` +
        'start it again, or write the annotation sidecar.istio.io/inject: "false"',
    };
  },
};
