import { each, textOf } from '../../place.ts';
import type { Analyzer, Look } from '../analyzer.ts';
import { collections } from '../collections.ts';
import { grouped } from '../grouped.ts';
import { hostOfService } from '../hosts.ts';
import { namespaceOf, shortName, specOf } from '../resource-place.ts';

const byNamespace = (look: Look) => grouped(look.all(collections.services), namespaceOf);
const fits = (pattern: string, name: string): boolean => {
  if (pattern.endsWith('*')) return name.startsWith(pattern.slice(0, -1));
  return pattern.startsWith('*') ? name.endsWith(pattern.slice(1)) : name === pattern;
};

/** Services of a role's own namespace, by their names or by patterns. */
export const servicesOfRole: Analyzer = {
  name: 'services-of-role', codes: ['IST0101'], about: [collections.serviceRoles], needs: [collections.services],
  *check(resource, look) {
    const namespace = namespaceOf(resource), services = look.once(byNamespace).get(namespace) ?? [];
    for (const place of each(specOf(resource), 'rules').flatMap((rule) => each(rule, 'services'))) {
      const pattern = textOf(place);
      if (pattern === undefined || pattern === '*') continue;
      if (services.some((service) => fits(pattern, hostOfService(service, look.domain)) || fits(pattern, shortName(service)))) continue;
      yield { code: 'IST0101', pointer: place.pointer, message: `Service ${JSON.stringify(pattern)} is not found in ${namespace}: expected a name such as NAME.${namespace}.svc.${look.domain}, or a pattern with * at its beginning or end` };
    }
  },
};
