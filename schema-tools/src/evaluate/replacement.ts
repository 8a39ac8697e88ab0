/** What comes before the name of a replacement, in the words people use. */
const leads = /(?:\b(?:use|using|prefer|try|see|specify|set|write|replaced (?:by|with)|replace (?:it )?with|renamed to|moved to|superseded by|in favou?r of|switch to|migrate to)(?: the)?(?: new)?(?: (?:property|field|option|setting|key|attribute|argument))?[\s:]+)$/i;
/** What makes a name after it unusable as the replacement: it is about something else. */
const quoted = /[`'"“]([^`'"”\s]+)[`'"”]/g;
const word = /[A-Za-z_$][\w.$-]*/g;

/** A name as a sibling would be written: without the `.` of a sentence's end. */
const trimmed = (name: string): string => name.replace(/[.,;:!?]+$/, '');

/**
 * The sibling that prose tells to write instead of `name`: after "use", "replaced by" and the like, quoted or bare, and
 * only when it is declared. Two different candidates are none.
 */
export const replacementIn = (prose: string, name: string, declared: ReadonlySet<string>): string | undefined => {
  const found = new Set<string>();
  for (const pattern of [quoted, word])
    for (const match of prose.matchAll(pattern)) {
      const candidate = trimmed(match[1] ?? match[0]);
      const before = prose.slice(Math.max(0, match.index - 60), match.index).replace(/[`'"“]$/, '');
      if (candidate !== name && declared.has(candidate) && leads.test(before)) found.add(candidate);
    }
  const [only] = found;
  return found.size === 1 ? only : undefined;
};
