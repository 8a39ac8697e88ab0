import { at, textOf } from '../../place.ts';
import type { Analyzer } from '../analyzer.ts';
import { collections } from '../collections.ts';
import { namespaceOf, specOf } from '../resource-place.ts';

/** Roles that bindings give. */
export const roleOfBinding: Analyzer = {
  name: 'role-of-binding', codes: ['IST0101'], about: [collections.serviceRoleBindings], needs: [collections.serviceRoles],
  *check(resource, look) {
    const place = at(specOf(resource), 'roleRef', 'name'), name = textOf(place);
    if (name === undefined) return;
    const full = `${namespaceOf(resource)}/${name}`;
    if (!look.named(collections.serviceRoles, full)) yield { code: 'IST0101', pointer: place.pointer, message: `ServiceRole ${JSON.stringify(name)} is not found: expected a ServiceRole ${full}, in the namespace of the binding` };
  },
};
