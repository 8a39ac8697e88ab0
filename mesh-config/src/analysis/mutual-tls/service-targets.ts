import { getNode, textOf } from '../../resources/document-node.ts';
import type { Resource } from '../../resources/resource.ts';
import type { AnalysisContext } from '../analyzer.ts';
import { collections } from '../collections.ts';
import { hostOfService, matchesSelector, portsOf, qualifyHost, serviceSelectorOf, type ServicePort } from '../hosts.ts';
import { namespaceOf, shortNameOf, specOf } from '../resource-fields.ts';
import { isOfControlPlane, isSystemNamespace, podsInNamespace, proxiesOf } from '../workloads.ts';

/** A TCP port of a Service outside of the cluster's own components. */
export interface ServiceTarget {
  readonly namespace: string;
  /** The name of the Service. */
  readonly name: string;
  /** `web.shop.svc.cluster.local` */
  readonly host: string;
  /** Labels of its pods; undefined: it selects none, or is not known. */
  readonly selector: Readonly<Record<string, string>> | undefined;
  /** undefined: the Service is not known, a rule names it. */
  readonly port: ServicePort | undefined;
  /** Whether none of the Service's targets accepts mutual TLS. */
  readonly isWithoutProxy: boolean;
}

/** Whether a Service selects no pod, or a pod without a proxy. If pods are not known, only a missing selector can be detected. */
const isWithoutProxy = (service: Resource, look: AnalysisContext): boolean => {
  const selector = serviceSelectorOf(service);
  if (!selector) return true;
  if (!look.isKnown(collections.pods)) return false;
  const pods = podsInNamespace(namespaceOf(service), look).filter(({ labels }) => matchesSelector(selector, labels));
  return pods.length === 0 || pods.some((pod) => proxiesOf(pod).length === 0);
};

const targetsOfService = (service: Resource, look: AnalysisContext): readonly ServiceTarget[] => {
  const target = {
    namespace: namespaceOf(service),
    name: shortNameOf(service),
    host: hostOfService(service, look.domain),
    selector: serviceSelectorOf(service),
    isWithoutProxy: isWithoutProxy(service, look),
  };
  return portsOf(service)
    .filter(({ protocol }) => protocol === 'TCP')
    .map((port) => ({ ...target, port }));
};

/** Services that destination rules name, where Services are not among the resources. */
const targetsOfRules = (look: AnalysisContext): readonly ServiceTarget[] => {
  const suffix = `.svc.${look.domain}`;
  const hosts = look.list(collections.destinationRules).map((rule) => {
    const host = textOf(getNode(specOf(rule), 'host')) ?? '';
    return qualifyHost(host, namespaceOf(rule), look.domain);
  });
  return [...new Set(hosts)].flatMap((host) => {
    const [name = '', namespace = '', more] = host.endsWith(suffix) ? host.slice(0, -suffix.length).split('.') : [];
    const isService = name !== '' && !name.startsWith('*') && namespace !== '' && more === undefined;
    return isService ? [{ namespace, name, host, selector: undefined, port: undefined, isWithoutProxy: false }] : [];
  });
};

export const listServiceTargets = (look: AnalysisContext): readonly ServiceTarget[] =>
  look.isKnown(collections.services)
    ? look
        .list(collections.services)
        .filter((service) => !isSystemNamespace(namespaceOf(service)) && !isOfControlPlane(service))
        .flatMap((service) => targetsOfService(service, look))
    : targetsOfRules(look);
