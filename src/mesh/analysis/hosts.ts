import { at, each, labelsOf, numberOf, type Place, textOf } from '../place.ts';
import type { Resource } from '../resource.ts';
import type { Look } from './analyzer.ts';
import { collections } from './collections.ts';
import { namespaceOf, shortName, specOf } from './resource-place.ts';

/** A host as the mesh knows it: a name without dots is a service of the namespace in which it is written. */
export const fullHost = (host: string, namespace: string, domain: string): string =>
  (host.includes('.') || host.startsWith('*') || namespace === '' ? host : `${host}.${namespace}.svc.${domain}`);

export interface ServicePort { readonly number: number; readonly name: string; readonly protocol: string; readonly targetPort: number | string; readonly place: Place }
export interface Known { readonly resource: Resource; readonly ports: readonly ServicePort[]; /** Namespaces that see it; undefined: all. */ readonly seenBy: ReadonlySet<string> | undefined }

export const portsOf = (resource: Resource): readonly ServicePort[] => each(specOf(resource), 'ports').flatMap((place) => {
  const number = numberOf(at(place, resource.collection === collections.services ? 'port' : 'number'));
  const target = at(place, 'targetPort').value;
  return number === undefined ? [] : [{ number, name: textOf(at(place, 'name')) ?? '', protocol: textOf(at(place, 'protocol')) ?? 'TCP', targetPort: typeof target === 'number' || typeof target === 'string' ? target : number, place }];
});
export const hostOfService = (service: Resource, domain: string): string => `${shortName(service)}.${namespaceOf(service)}.svc.${domain}`;

/** Namespaces to which `exportTo` gives a resource; undefined: all. */
export const exportedTo = (said: readonly string[], namespace: string): ReadonlySet<string> | undefined =>
  (said.length === 0 || said.includes('*') ? undefined : new Set(said.map((one) => (one === '.' ? namespace : one))));

const everyHost = (look: Look): ReadonlyMap<string, readonly Known[]> => {
  const found = new Map<string, Known[]>();
  const add = (host: string, known: Known): void => { const there = found.get(host); if (there) there.push(known); else found.set(host, [known]); };
  for (const service of look.all(collections.services)) {
    const said = (service.annotations['networking.istio.io/exportTo'] ?? '').split(',').map((one) => one.trim()).filter(Boolean);
    add(hostOfService(service, look.domain), { resource: service, ports: portsOf(service), seenBy: exportedTo(said, namespaceOf(service)) });
  }
  for (const entry of look.all(collections.serviceEntries)) {
    const spec = specOf(entry), namespace = namespaceOf(entry);
    const seenBy = exportedTo(each(spec, 'exportTo').flatMap((one) => textOf(one) ?? []), namespace);
    for (const place of each(spec, 'hosts')) {
      const host = textOf(place);
      if (host !== undefined) add(fullHost(host, namespace, look.domain), { resource: entry, ports: portsOf(entry), seenBy });
    }
  }
  return found;
};

/** What there is of a host, as a namespace sees it: services, entries, and entries of `*.` and what it ends with. */
export const knownAs = (host: string, from: string, look: Look): readonly Known[] => {
  const all = look.once(everyHost);
  const full = fullHost(host, from, look.domain);
  const dots = full.startsWith('*') ? [] : [...full.matchAll(/\./g)].map(({ index }) => `*${full.slice(index)}`);
  return [full, ...dots, '*'].flatMap((name) => all.get(name) ?? []).filter(({ seenBy }) => seenBy === undefined || seenBy.has(from));
};

/** Where a virtual service sends what it gets; `mirror`: what it sends a copy to. */
export const destinationsOf = (virtualService: Resource): readonly Place[] => {
  const spec = specOf(virtualService);
  return [
    ...each(spec, 'http').flatMap((http) => [...each(http, 'route').map((route) => at(route, 'destination')), at(http, 'mirror')]),
    ...[...each(spec, 'tls'), ...each(spec, 'tcp')].flatMap((one) => each(one, 'route').map((route) => at(route, 'destination'))),
  ].filter(({ value }) => typeof value === 'object' && value !== null);
};

/** Whether labels are all that a selector wants. */
export const selects = (selector: Readonly<Record<string, string>>, labels: Readonly<Record<string, string>>): boolean => Object.entries(selector).every(([name, value]) => Object.hasOwn(labels, name) && labels[name] === value);
/** The selector of a Service: undefined for one that selects nothing. */
export const serviceSelector = (service: Resource): Readonly<Record<string, string>> | undefined => labelsOf(at(specOf(service), 'selector'));
export const spelledLabels = (labels: Readonly<Record<string, string>>): string => Object.entries(labels).map(([name, value]) => `${name}=${value}`).sort().join(',');
