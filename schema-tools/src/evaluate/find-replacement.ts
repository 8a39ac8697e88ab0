/** What comes before the name of a replacement, in the words people use. */
const leadWords = [
  'use',
  'using',
  'prefer',
  'try',
  'see',
  'specify',
  'set',
  'write',
  'replaced (?:by|with)',
  'replace (?:it )?with',
  'renamed to',
  'moved to',
  'superseded by',
  'in favou?r of',
  'switch to',
  'migrate to',
];
const replacementLead = new RegExp(
  `\\b(?:${leadWords.join('|')})` + /(?: the)?(?: new)?(?: (?:property|field|option|setting|key|attribute|argument))?[\s:]+$/.source,
  'i',
);
/** Before those words, what turns them into their opposite. */
const negation = /(?:\b(?:not|never|avoid|stop|without|instead of|rather than)|n[’']t)\s+$/i;
/** A name that goes on is a place inside another. */
const continuedName = /^[[/(]/;
/** After a name, a second one that goes with it or may stand for it. */
const alternative = /^[`'"”]?\s*(?:,|,?\s*\b(?:or|and)\b|\/|&)\s*(?:the )?([`'"“]?)([A-Za-z_$][\w.$-]*)/i;
const quotedName = /[`'"“]([^`'"”\s]+)[`'"”]/g;
const bareName = /[A-Za-z_$][\w.$-]*/g;

/** A name as a sibling would be written: without the `.` of a sentence's end. */
const withoutPunctuation = (name: string): string => name.replace(/[.,;:!?]+$/, '');

/**
 * The sibling that prose tells to write instead of `name`: after "use", "replaced by" and the like, quoted or bare, and
 * only when it is declared. Two different candidates are none, and so is one that comes with an alternative: a rename
 * would be half of what is asked.
 */
export const findReplacement = (prose: string, name: string, declared: ReadonlySet<string>): string | undefined => {
  const found = new Set<string>();
  for (const pattern of [quotedName, bareName])
    for (const match of prose.matchAll(pattern)) {
      const candidate = withoutPunctuation(match[1] ?? match[0]);
      if (candidate === name || !declared.has(candidate)) continue;
      const before = prose.slice(Math.max(0, match.index - 80), match.index).replace(/[`'"“]$/, '');
      const lead = replacementLead.exec(before);
      if (!lead || negation.test(before.slice(0, lead.index))) continue;
      const after = prose.slice(match.index + match[0].length);
      if (continuedName.test(after)) continue;
      const [, quote, second] = alternative.exec(after) ?? [];
      if (second !== undefined && (quote !== '' || declared.has(withoutPunctuation(second)))) return undefined;
      found.add(candidate);
    }
  const [only] = found;
  return found.size === 1 ? only : undefined;
};
