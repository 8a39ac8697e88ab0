import { type Fault, faults } from '../../index.ts';
import { declaredNames } from '../declared/names.ts';
import { lastStep, parentOf } from '../declared/pointers.ts';
import type { Rule } from '../rule.ts';
import { nearestName } from '../wording/nearest-name.ts';

/** A property that is refused because no neighbour declares it: probably a slip of the pen. */
const isExcess = ({ keyword, location }: Fault): boolean => keyword === 'false' && /\/(?:additional|unevaluated)Properties$/.test(location);

/** What the schema asks and the file does not have. */
export const invalid: Rule = {
  id: 'invalid',
  doc: 'Values that are not as the schema asks.',
  severity: 'error',
  *check({ compiled, value }) {
    const found = faults(compiled, value);
    const declared = found.some(isExcess) ? declaredNames(compiled, value) : undefined;
    for (const fault of found) {
      if (!isExcess(fault)) { yield { pointer: fault.pointer, message: fault.message }; continue; }
      const name = lastStep(fault.pointer);
      const nearest = nearestName(name, declared?.get(parentOf(fault.pointer))?.names ?? []);
      yield { pointer: fault.pointer, message: `\`${name}\` is not allowed here${nearest === undefined ? '' : `; did you mean \`${nearest}\`?`}` };
    }
  },
};
