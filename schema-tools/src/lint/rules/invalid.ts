import { lastStep, parentPointer, parsePointer, valueAt } from '../../documents/pointer.ts';
import { type Fault, faults } from '../../index.ts';
import { isObject } from '../../json.ts';
import { declaredNames } from '../declarations/declared-names.ts';
import { schemaPointer } from '../declarations/schema-pointer.ts';
import type { Rule } from '../rule.ts';
import { nearestName } from '../wording/nearest-name.ts';

/** A property that is refused because no adjacent keyword declares it: perhaps a misspelling. */
const isExcess = ({ keyword }: Fault): boolean => keyword === 'additionalProperties' || keyword === 'unevaluatedProperties';

/** The faults of a file: where it does not match its schema. */
export const invalid: Rule = {
  id: 'invalid',
  doc: 'Values that do not match the schema.',
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
