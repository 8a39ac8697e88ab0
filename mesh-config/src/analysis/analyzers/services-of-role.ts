import { getItems, textOf } from '../../resources/document-node.ts';
import type { Analyzer, AnalysisContext } from '../analyzer.ts';
import { collections } from '../collections.ts';
import { groupBy } from '../group-by.ts';
import { hostOfService } from '../hosts.ts';
import { namespaceOf, specOf } from '../resource-fields.ts';

const servicesByNamespace = (look: AnalysisContext) => groupBy(look.list(collections.services), namespaceOf);
/** A name without a star may be the beginning or the end of the full name. */
const matchesPattern = (pattern: string, full: string): boolean => {
  if (pattern.endsWith('*')) return full.startsWith(pattern.slice(0, -1));
  if (pattern.startsWith('*')) return full.endsWith(pattern.slice(1));
  return full.startsWith(pattern) || full.endsWith(pattern);
};

/** Services to which a role refers by name or pattern, in the namespace of the role. */
export const servicesOfRoleAnalyzer: Analyzer = {
  name: 'services-of-role',
  codes: ['IST0101'],
  collections: [collections.serviceRoles],
  requires: [collections.services],
  *check(resource, look) {
    const namespace = namespaceOf(resource),
      services = look.memoize(servicesByNamespace).get(namespace) ?? [];
    for (const place of getItems(specOf(resource), 'rules').flatMap((rule) => getItems(rule, 'services'))) {
      const pattern = textOf(place);
      if (pattern === undefined || pattern === '*') continue;
      if (services.some((service) => matchesPattern(pattern, hostOfService(service, look.domain)))) continue;
      yield {
        code: 'IST0101',
        pointer: place.pointer,
        message:
          `Service ${JSON.stringify(pattern)} is not found in ${namespace}: ` +
          `expected a name such as NAME.${namespace}.svc.${look.domain}, or a pattern with * at its beginning or end`,
      };
    }
  },
};
