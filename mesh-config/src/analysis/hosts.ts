import { getNode, getItems, labelsOf, numberOf, type DocumentNode, textOf } from '../resources/document-node.ts';
import type { Resource } from '../resources/resource.ts';
import type { AnalysisContext } from './analyzer.ts';
import { collections } from './collections.ts';
import { namespaceOf, shortNameOf, specOf } from './resource-fields.ts';

/** The full name of a host: a name without dots is a service of the namespace in which it is written. */
export const qualifyHost = (host: string, namespace: string, domain: string): string =>
  host.includes('.') || host.startsWith('*') || namespace === '' ? host : `${host}.${namespace}.svc.${domain}`;
/** Whether a full host can only be that of a Service of the cluster. */
export const isClusterHost = (full: string, domain: string): boolean => full.endsWith(`.svc.${domain}`);

export interface ServicePort {
  readonly number: number;
  readonly name: string;
  readonly protocol: string;
  readonly targetPort: number | string;
  readonly node: DocumentNode;
}
export interface HostEntry {
  readonly resource: Resource;
  readonly ports: readonly ServicePort[];
  /** The only namespace to which it is visible; undefined: all. */ readonly privateTo: string | undefined;
}

export const portsOf = (resource: Resource): readonly ServicePort[] =>
  getItems(specOf(resource), 'ports').flatMap((place) => {
    const number = numberOf(getNode(place, resource.collection === collections.services ? 'port' : 'number'));
    const target = getNode(place, 'targetPort').value;
    return number === undefined
      ? []
      : [
          {
            number,
            name: textOf(getNode(place, 'name')) ?? '',
            protocol: textOf(getNode(place, 'protocol')) ?? 'TCP',
            targetPort: typeof target === 'number' || typeof target === 'string' ? target : number,
            node: place,
          },
        ];
  });
export const hostOfService = (service: Resource, domain: string): string => `${shortNameOf(service)}.${namespaceOf(service)}.svc.${domain}`;

/** Whether `exportTo` limits a resource to its own namespace. */
export const isPrivate = (exportTo: readonly string[]): boolean => exportTo.includes('.') && !exportTo.includes('*');
export const isPrivateResource = (resource: Resource): boolean =>
  isPrivate(getItems(specOf(resource), 'exportTo').flatMap((one) => textOf(one) ?? []));

const indexHosts = (look: AnalysisContext): ReadonlyMap<string, readonly HostEntry[]> => {
  const found = new Map<string, HostEntry[]>();
  const add = (host: string, known: HostEntry): void => {
    const there = found.get(host);
    if (there) there.push(known);
    else found.set(host, [known]);
  };
  for (const service of look.list(collections.services)) {
    const said = (service.annotations['networking.istio.io/exportTo'] ?? '')
      .split(',')
      .map((one) => one.trim())
      .filter(Boolean);
    add(hostOfService(service, look.domain), {
      resource: service,
      ports: portsOf(service),
      privateTo: isPrivate(said) ? namespaceOf(service) : undefined,
    });
  }
  for (const entry of look.list(collections.serviceEntries)) {
    const spec = specOf(entry),
      namespace = namespaceOf(entry);
    const known = { resource: entry, ports: portsOf(entry), privateTo: isPrivateResource(entry) ? namespace : undefined };
    for (const place of getItems(spec, 'hosts')) {
      const host = textOf(place);
      if (host !== undefined) add(qualifyHost(host, namespace, look.domain), known);
    }
  }
  return found;
};

const maxHostCharacters = 255;
/** The targets of a host, as a namespace sees them: services and entries of its full name, then entries of `*` with a matching suffix. */
export const findHostEntries = (host: string, from: string, look: AnalysisContext): readonly HostEntry[] => {
  const all = look.memoize(indexHosts);
  const bare = host.replace(/^\*/, '').slice(-maxHostCharacters);
  const wildcards = Array.from({ length: bare.length + 1 }, (_, index) => `*${bare.slice(index)}`);
  return [qualifyHost(host, from, look.domain), ...wildcards]
    .flatMap((name) => all.get(name) ?? [])
    .filter(({ privateTo }) => privateTo === undefined || privateTo === from);
};

/** The destinations of a virtual service's traffic; `mirror`: of copies. */
export function* destinationsOf(virtualService: Resource): Generator<DocumentNode, void> {
  const spec = specOf(virtualService);
  for (const list of ['http', 'tls', 'tcp'])
    for (const entry of getItems(spec, list)) {
      const routes = getItems(entry, 'route').map((route) => getNode(route, 'destination'));
      for (const place of list === 'http' ? [...routes, getNode(entry, 'mirror')] : routes)
        if (typeof place.value === 'object' && place.value !== null) yield place;
    }
}

/** Whether labels satisfy a selector. */
export const matchesSelector = (selector: Readonly<Record<string, string>>, labels: Readonly<Record<string, string>>): boolean =>
  Object.entries(selector).every(([name, value]) => Object.hasOwn(labels, name) && labels[name] === value);
/** The selector of a Service; undefined if it selects nothing. */
export const serviceSelectorOf = (service: Resource): Readonly<Record<string, string>> | undefined =>
  labelsOf(getNode(specOf(service), 'selector'));
export const formatLabels = (labels: Readonly<Record<string, string>>): string =>
  Object.entries(labels)
    .map(([name, value]) => `${name}=${value}`)
    .sort()
    .join(',');
