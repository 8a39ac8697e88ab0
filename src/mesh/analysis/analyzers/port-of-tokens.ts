import { at, each, isThere, labelsOf, textOf } from '../../place.ts';
import type { Resource } from '../../resource.ts';
import type { Analyzer, Look } from '../analyzer.ts';
import { collections } from '../collections.ts';
import { grouped } from '../grouped.ts';
import { portsOf, selects, serviceSelector } from '../hosts.ts';
import { namespaceOf, specOf } from '../resource-place.ts';

const carriesTokens = (name: string): boolean => /^(http|http2|https|grpc|grpc-web)(-|$)/i.test(name);
const byNamespace = (look: Look) => grouped(look.all(collections.services), namespaceOf);

/** Services for which a resource asks for tokens, with the place that names them. */
const asked = (resource: Resource, look: Look): readonly { readonly service: Resource; readonly pointer: string }[] => {
  const spec = specOf(resource), namespace = namespaceOf(resource);
  if (resource.collection === collections.requestAuthentications) {
    const place = at(spec, 'selector', 'matchLabels'), selector = labelsOf(place);
    if (!selector || each(spec, 'jwtRules').length === 0) return [];
    return (look.once(byNamespace).get(namespace) ?? []).filter((service) => { const labels = serviceSelector(service); return labels !== undefined && selects(selector, labels); }).map((service) => ({ service, pointer: place.pointer }));
  }
  if (![...each(spec, 'origins'), ...each(spec, 'peers')].some((one) => isThere(at(one, 'jwt')))) return [];
  return each(spec, 'targets').flatMap((target) => {
    const place = at(target, 'name');
    const service = look.named(collections.services, `${namespace}/${textOf(place)}`);
    return service ? [{ service, pointer: place.pointer }] : [];
  });
};

/** Ports of services at which tokens are asked for: only where HTTP is spoken can there be one. */
export const portOfTokens: Analyzer = {
  name: 'port-of-tokens', codes: ['IST0119'], about: [collections.policies, collections.requestAuthentications], needs: [collections.services],
  *check(resource, look) {
    for (const { service, pointer } of asked(resource, look)) {
      for (const { number, name, protocol } of portsOf(service)) {
        if (protocol === 'TCP' && carriesTokens(name)) continue;
        yield { code: 'IST0119', pointer, message: `Tokens are asked for at port ${number} of Service ${service.name}, ${protocol === 'TCP' ? `${name === '' ? 'which has no name' : `whose name is ${JSON.stringify(name)}`}` : `which is ${protocol}`}: nothing there is known to be HTTP; name it http, http2, https or grpc, with a hyphen and more where you like` };
      }
    }
  },
};
