import { getNode, getItems, isPresent, textOf } from '../document-node.ts';
import { isHostName } from './hosts.ts';
import type { RuleViolation, Rule } from './rule.ts';

export const validateSidecar: Rule = function* (spec): Generator<RuleViolation> {
  if (getItems(spec, 'egress').length === 0 && getItems(spec, 'ingress').length === 0 && !isPresent(getNode(spec, 'outboundTrafficPolicy')))
    yield { pointer: getNode(spec, 'egress').pointer, message: 'sidecar says nothing: write egress, ingress or outboundTrafficPolicy' };
  for (const ingress of getItems(spec, 'ingress')) {
    if (!isPresent(getNode(ingress, 'port'))) yield { pointer: ingress.pointer, message: 'ingress has no port' };
    if (textOf(getNode(ingress, 'defaultEndpoint')) === undefined)
      yield { pointer: ingress.pointer, message: 'ingress has no defaultEndpoint: write 127.0.0.1:PORT, or unix:// and a path' };
  }
  for (const egress of getItems(spec, 'egress')) {
    if (getItems(egress, 'hosts').length === 0)
      yield {
        pointer: getNode(egress, 'hosts').pointer,
        message: 'egress has no hosts: write namespace/host, such as ./* or istio-system/*',
      };
    for (const place of getItems(egress, 'hosts')) {
      const host = textOf(place);
      const [, namespace, name] = /^([^/]*)\/(.*)$/.exec(host ?? '') ?? [];
      if (host !== undefined && (!namespace || !name || !isHostName(name)))
        yield {
          pointer: place.pointer,
          message:
            `${JSON.stringify(host)} is no host of an egress: ` +
            'expected namespace/host, such as ./*, */reviews.prod.svc.cluster.local or istio-system/*',
        };
    }
  }
};
