import { lastStep, parentPointer, parsePointer, valueAt } from '../../documents/pointer.ts';
import { type Fault, faults } from '../../index.ts';
import { isObject } from '../../json.ts';
import { declaredNames } from '../declarations/declared-names.ts';
import { schemaPointer } from '../declarations/schema-pointer.ts';
import type { Rule } from '../rule.ts';
import { nearestName } from '../wording/nearest-name.ts';

/** A property that is refused because no neighbour declares it: perhaps a slip of the pen. */
const isExcess = ({ keyword }: Fault): boolean => keyword === 'additionalProperties' || keyword === 'unevaluatedProperties';

/** What the schema asks and the file does not have. */
export const invalid: Rule = {
  id: 'invalid',
  doc: 'Values that are not as the schema asks.',
  severity: 'error',
  *check({ compiled, value }) {
    const found = faults(compiled, value);
    const declared = found.some(isExcess) ? declaredNames(compiled, value) : undefined;
    for (const fault of found) {
      const { pointer, message } = fault;
      if (isExcess(fault) && pointer === schemaPointer) continue;
      const parent = isExcess(fault) ? valueAt(value, parsePointer(parentPointer(pointer))!) : undefined;
      const missing = isObject(parent)
        ? [...(declared?.get(parentPointer(pointer))?.names ?? [])].filter((name) => !Object.hasOwn(parent, name))
        : [];
      const nearest = nearestName(lastStep(pointer), missing);
      yield { pointer, message: nearest === undefined ? message : `${message}; did you mean \`${nearest}\`?` };
    }
  },
};
