import { getNode, getItems, isPresent, labelsOf, textOf } from '../../resources/document-node.ts';
import type { Resource } from '../../resources/resource.ts';
import type { Analyzer, AnalysisContext } from '../analyzer.ts';
import { collections } from '../collections.ts';
import { groupBy } from '../group-by.ts';
import { portsOf, matchesSelector, serviceSelectorOf } from '../hosts.ts';
import { namespaceOf, specOf } from '../resource-fields.ts';

const isHttpPortName = (name: string): boolean => /^(http|http2|https|grpc|grpc-web)(-|$)/i.test(name);
const servicesByNamespace = (look: AnalysisContext) => groupBy(look.list(collections.services), namespaceOf);

/** Services for which a resource requires tokens, with the pointer to the field that refers to them. */
const servicesRequiringTokens = (
  resource: Resource,
  look: AnalysisContext,
): readonly { readonly service: Resource; readonly pointer: string }[] => {
  const spec = specOf(resource),
    namespace = namespaceOf(resource);
  if (resource.collection === collections.requestAuthentications) {
    const place = getNode(spec, 'selector', 'matchLabels'),
      selector = labelsOf(place);
    if (!selector || getItems(spec, 'jwtRules').length === 0) return [];
    return (look.memoize(servicesByNamespace).get(namespace) ?? [])
      .filter((service) => {
        const labels = serviceSelectorOf(service);
        return labels !== undefined && matchesSelector(selector, labels);
      })
      .map((service) => ({ service, pointer: place.pointer }));
  }
  if (![...getItems(spec, 'origins'), ...getItems(spec, 'peers')].some((one) => isPresent(getNode(one, 'jwt')))) return [];
  return getItems(spec, 'targets').flatMap((target) => {
    const place = getNode(target, 'name');
    const service = look.find(collections.services, `${namespace}/${textOf(place)}`);
    return service ? [{ service, pointer: place.pointer }] : [];
  });
};

const describeProtocol = (name: string, protocol: string): string => {
  if (protocol !== 'TCP') return `which is ${protocol}`;
  return name === '' ? 'which has no name' : `whose name is ${JSON.stringify(name)}`;
};

/** Ports of services that require tokens although they are not known to use HTTP. */
export const portOfTokensAnalyzer: Analyzer = {
  name: 'port-of-tokens',
  codes: ['IST0119'],
  collections: [collections.policies, collections.requestAuthentications],
  requires: [collections.services],
  *check(resource, look) {
    for (const { service, pointer } of servicesRequiringTokens(resource, look)) {
      for (const { number, name, protocol } of portsOf(service)) {
        if (protocol === 'TCP' && isHttpPortName(name)) continue;
        yield {
          code: 'IST0119',
          pointer,
          message:
            `Tokens are required at port ${number} of Service ${service.name}, ${describeProtocol(name, protocol)}: ` +
            'nothing there is known to be HTTP; name it http, http2, https or grpc, with a hyphen and more where you like',
        };
      }
    }
  },
};
