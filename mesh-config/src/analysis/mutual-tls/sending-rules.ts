import { type DocumentNode, getItems, getNode, numberOf, textOf } from '../../resources/document-node.ts';
import type { Resource } from '../../resources/resource.ts';
import type { AnalysisContext } from '../analyzer.ts';
import { collections } from '../collections.ts';
import { groupBy } from '../group-by.ts';
import { isPrivateResource, qualifyHost } from '../hosts.ts';
import { namespaceOf, specOf } from '../resource-fields.ts';

/** The TLS settings of a DestinationRule for its host, or for one port of it. */
export interface SendingRule {
  readonly resource: Resource;
  /** A full name, or `*` and its end. */
  readonly host: string;
  /** Undefined: all ports. */
  readonly port: number | undefined;
  readonly isPrivate: boolean;
  readonly mode: string | undefined;
  /** The pointer of `tls.mode`. */
  readonly pointer: string;
}
export const sendsMutualTls = (rule: SendingRule | undefined): boolean => rule?.mode === 'ISTIO_MUTUAL';

const rulesOf = (resource: Resource, domain: string): readonly SendingRule[] => {
  const spec = specOf(resource),
    host = textOf(getNode(spec, 'host'));
  if (host === undefined) return [];
  const own = { resource, host: qualifyHost(host, namespaceOf(resource), domain), isPrivate: isPrivateResource(resource) };
  const create = (policy: DocumentNode, port: number | undefined): SendingRule => {
    const place = getNode(policy, 'tls', 'mode');
    return { ...own, port, mode: textOf(place), pointer: place.pointer };
  };
  const policy = getNode(spec, 'trafficPolicy');
  const ofPorts = getItems(policy, 'portLevelSettings').flatMap((settings) => {
    const port = numberOf(getNode(settings, 'port', 'number'));
    return port === undefined ? [] : [create(settings, port)];
  });
  return [...ofPorts, create(policy, undefined)];
};

/** The rules of a namespace by their hosts, and those hosts that are wildcards, longest first. */
interface NamespaceRules {
  readonly byHost: ReadonlyMap<string, readonly SendingRule[]>;
  readonly wildcards: readonly string[];
}
const indexRules = (look: AnalysisContext): ReadonlyMap<string, NamespaceRules> =>
  new Map(
    [...groupBy(look.list(collections.destinationRules), namespaceOf)].map(([namespace, resources]) => {
      const byHost = groupBy(
        resources.flatMap((resource) => rulesOf(resource, look.domain)),
        ({ host }) => host,
      );
      const wildcards = [...byHost.keys()].filter((host) => host.startsWith('*')).sort((a, b) => b.length - a.length);
      return [namespace, { byHost, wildcards }];
    }),
  );

/** The most exact rule of a namespace: names before wildcards, longer ones first, one port before all. */
export const findRuleOfNamespace = (
  namespace: string,
  host: string,
  port: number | undefined,
  takesPrivate: boolean,
  look: AnalysisContext,
): SendingRule | undefined => {
  const rules = look.memoize(indexRules).get(namespace);
  if (!rules) return undefined;
  const candidates = [host, ...rules.wildcards.filter((one) => host.endsWith(one.slice(1)))];
  for (const candidate of candidates) {
    const seen = (rules.byHost.get(candidate) ?? []).filter(({ isPrivate }) => takesPrivate || !isPrivate);
    const found = (port === undefined ? undefined : seen.find((one) => one.port === port)) ?? seen.find((one) => one.port === undefined);
    if (found) return found;
  }
  return undefined;
};

/** Namespaces that have rules of their own. */
export const listNamespacesWithRules = (look: AnalysisContext): readonly string[] => [...look.memoize(indexRules).keys()];
