import { at, each, isThere, textOf } from '../../place.ts';
import { isHost } from './hosts.ts';
import type { Broken, Rule } from './rule.ts';

export const sidecar: Rule = function* (spec): Generator<Broken> {
  if (each(spec, 'egress').length === 0 && each(spec, 'ingress').length === 0 && !isThere(at(spec, 'outboundTrafficPolicy'))) yield { pointer: at(spec, 'egress').pointer, message: 'sidecar says nothing: write egress, ingress or outboundTrafficPolicy' };
  for (const ingress of each(spec, 'ingress')) {
    if (!isThere(at(ingress, 'port'))) yield { pointer: ingress.pointer, message: 'ingress has no port' };
    if (textOf(at(ingress, 'defaultEndpoint')) === undefined) yield { pointer: ingress.pointer, message: 'ingress has no defaultEndpoint: write 127.0.0.1:PORT, or unix:// and a path' };
  }
  for (const egress of each(spec, 'egress')) {
    if (each(egress, 'hosts').length === 0) yield { pointer: at(egress, 'hosts').pointer, message: 'egress has no hosts: write namespace/host, such as ./* or istio-system/*' };
    for (const place of each(egress, 'hosts')) {
      const host = textOf(place);
      const [, namespace, name] = /^([^/]*)\/(.*)$/.exec(host ?? '') ?? [];
      if (host !== undefined && (!namespace || !name || !isHost(name))) yield { pointer: place.pointer, message: `${JSON.stringify(host)} is no host of an egress: expected namespace/host, such as ./*, */reviews.prod.svc.cluster.local or istio-system/*` };
    }
  }
};
