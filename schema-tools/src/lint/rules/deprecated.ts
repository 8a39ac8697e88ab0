import { deprecations } from '../../index.ts';
import type { Rule } from '../rule.ts';

/** The keyword `deprecated`, at every location where it applies. */
export const deprecated: Rule = {
  id: 'deprecated',
  doc: 'Fields that still work but should no longer be used, and what to use instead.',
  severity: 'warning',
  *check({ compiled, value }) {
    for (const { location: _, ...problem } of deprecations(compiled, value, 'lenient')) yield problem;
  },
};
