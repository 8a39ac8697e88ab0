import { getNode, textOf } from '../../resources/document-node.ts';
import type { Analyzer } from '../analyzer.ts';
import { collections } from '../collections.ts';
import { namespaceOf, specOf } from '../resource-fields.ts';

/** Roles that bindings give. */
export const roleOfBindingAnalyzer: Analyzer = {
  name: 'role-of-binding',
  codes: ['IST0101'],
  collections: [collections.serviceRoleBindings],
  requires: [collections.serviceRoles],
  *check(resource, look) {
    const place = getNode(specOf(resource), 'roleRef', 'name'),
      name = textOf(place);
    if (name === undefined) return;
    const full = `${namespaceOf(resource)}/${name}`;
    if (!look.find(collections.serviceRoles, full))
      yield {
        code: 'IST0101',
        pointer: place.pointer,
        message: `ServiceRole ${JSON.stringify(name)} is not found: expected a ServiceRole ${full}, in the namespace of the binding`,
      };
  },
};
