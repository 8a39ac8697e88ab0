import { getNode, getItems, isPresent, labelsOf, numberOf, textOf } from '../../resources/document-node.ts';
import type { Resource } from '../../resources/resource.ts';
import type { Analyzer, AnalysisContext } from '../analyzer.ts';
import { collections } from '../collections.ts';
import { groupBy } from '../group-by.ts';
import { portsOf, matchesSelector, type ServicePort, serviceSelectorOf } from '../hosts.ts';
import { namespaceOf, specOf } from '../resource-fields.ts';

const isHttpPortName = (name: string): boolean => /^http(2|s)?(-.*)?$/s.test(name);
const servicesByNamespace = (look: AnalysisContext) => groupBy(look.list(collections.services), namespaceOf);

/** A port at which a resource requires tokens, with the pointer to the field that refers to it. */
interface PortOfTokens {
  readonly service: Resource;
  readonly port: ServicePort;
  readonly pointer: string;
}

const portsOfRequestAuthentication = (resource: Resource, look: AnalysisContext): readonly PortOfTokens[] => {
  const spec = specOf(resource);
  const { value, pointer } = getNode(spec, 'selector', 'matchLabels');
  const selector = labelsOf({ value, pointer });
  if (!selector || getItems(spec, 'jwtRules').length === 0) return [];
  return (look.memoize(servicesByNamespace).get(namespaceOf(resource)) ?? [])
    .filter((service) => {
      const labels = serviceSelectorOf(service);
      return labels !== undefined && matchesSelector(selector, labels);
    })
    .flatMap((service) => portsOf(service).map((port) => ({ service, port, pointer })));
};

/** Ports by name or number; without any, all of the service. */
const portsOfPolicy = (resource: Resource, look: AnalysisContext): readonly PortOfTokens[] => {
  const spec = specOf(resource);
  if (![...getItems(spec, 'origins'), ...getItems(spec, 'peers')].some((one) => isPresent(getNode(one, 'jwt')))) return [];
  return getItems(spec, 'targets').flatMap((target) => {
    const { value, pointer } = getNode(target, 'name');
    const service = look.find(collections.services, `${namespaceOf(resource)}/${textOf({ value, pointer })}`);
    const wanted = getItems(target, 'ports').map((port) => ({
      number: numberOf(getNode(port, 'number')),
      name: textOf(getNode(port, 'name')),
    }));
    const isWanted = (port: ServicePort): boolean =>
      wanted.length === 0 ||
      wanted.some(({ number, name }) => (number === port.number && port.protocol === 'TCP') || (name !== undefined && name === port.name));
    return service
      ? portsOf(service)
          .filter(isWanted)
          .map((port) => ({ service, port, pointer }))
      : [];
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
    const found = resource.collection === collections.policies ? portsOfPolicy : portsOfRequestAuthentication;
    for (const { service, port, pointer } of found(resource, look)) {
      const { number, name, protocol } = port;
      if (protocol === 'TCP' && isHttpPortName(name)) continue;
      yield {
        code: 'IST0119',
        pointer,
        message:
          `Tokens are required at port ${number} of Service ${service.name}, ${describeProtocol(name, protocol)}: ` +
          'nothing there is known to be HTTP; name it http, http2 or https, with a hyphen and more where you like',
      };
    }
  },
};
