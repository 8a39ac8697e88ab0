import { sentencesOf } from './sentences.ts';

const word = '(?:deprecated|obsolete|obsoleted)';
const thing = '(?:field|option|property|setting|parameter|param|attribute|key|argument|flag|element|section|block|entry|value|name|feature|input|output|variable|directive|keyword|format|syntax|form|notation|spelling|variant|alias|type|object|list|map|configuration|config|item|definition|schema|method|mode|version)';
const adverb = '(?:now|also|officially|currently|formally|already|being|therefore|thus|effectively|hereby|as such|considered|marked(?: as)?|flagged(?: as)?|declared) ';
const gone = '(?:no longer (?:used|in use|supported|needed|necessary|required|recommended|maintained|valid|honou?red|respected|read|available|effective|has (?:any |an )?effect|does anything|works)|not (?:used|supported) any ?more)';

/** What may follow the word when it stands first and speaks of the field itself: not a noun that is something else. */
const follows = `(?=\\s*(?:$|[.,:;!?)\\]–—→=-]|\\()|\\s+(?:in|since|as of|as|from|by|with|and|but|for|because|due|use|please|prefer|see|will|replaced|superseded|switch|instead|to be removed|now|legacy|old|alias|synonym|short(?:hand|cut)|former|version of|v?\\d)\\b|\\s+${thing}(?=\\s*(?:$|[.,:;!)(–—-]|for\\b|of\\b|use\\b|see\\b|please\\b|in\\b|since\\b|that\\b|which\\b|and\\b|kept\\b)))`;

const first = new RegExp(`^[[({<:@"'\`]*${word}\\b[*_~'"\`:>]*${follows}`, 'i');
/** In capitals it stands before any sentence. */
const firstShouted = /^[[({<:@"'`]*DEPRECATED[\])}>"'`]*\s+(?!APIS?\b|[A-Z]{2,}\b|features\b|fields\b|options\b|rules\b)/;
/** `Deprecated, experimental or stable`: a list of states. */
const listed = new RegExp(`^${word},\\s+\\w+\\s*(?:,|\\bor\\b|\\band\\b)`, 'i');
const firstGone = new RegExp(`^[[({]*${gone}\\b`, 'i');
const tag = /(?:^|\s)@deprecated\b/;
const square = /\[\s*deprecated\b[^\]]*\]|:deprecated:/i;
const round = /\(\s*deprecated\b[^)]*\)\s*[.:;!]?\s*$/i;
const roundGone = /\(\s*(?:obsolete|no longer (?:used|supported))\s*\)\s*[.:;!]?\s*$/i;
const shouted = /(?:^|[^\s,`"'/|]\s+[–—-]*\s*)DEPRECATED(?=\s*(?:[:!.;]|[–—-]\s|$))/;
const shoutedValue = /\b(?:to|as|or|and|of|be|is|status|state|stage|one of)\s+[–—-]*\s*DEPRECATED/;
const trailing = /[^\s`"',][`"']?\s*(?:,|;|\s[–—-])\s*(?:now\s+)?deprecated(?=\s*(?:[.;:!(]|$|in favou?r|since|use\b|as of))/i;

/** One of several values is spoken of, not the field. */
const enumerates = /\b(?:one of|either|values?|possible|allowed|valid|options are|choices|supported|accepts?|can be|may be|such as|e\.g\.|like)\b.*[:,`'"]|[`'"]\s*(?:,|\||\bor\b|\band\b)\s*[`'"]|[`'"][\w./-]+[`'"]\s*\(/i;

const quoted = (name: string): string => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Predicates about the field: `This option is deprecated`, `` `name` has been deprecated``, `Use of this field is no longer supported`. */
const predicate = (name: string | undefined): RegExp => {
  const own = name === undefined || name === '' ? '(?!)' : `["'\`]?${quoted(name)}["'\`]?`;
  const subject = `(?:this|it|these|(?:this|these) (?:[\\w-]+ ){0,3}${thing}s?|the (?:${own} )?${thing}(?: ${own})?|(?:the )?${own}(?: ${thing})?)`;
  const use = '(?:(?:the )?(?:direct )?(?:use|usage) of |using |setting |specifying |support for |please note that |as of [\\w.]+,? |since [\\w.]+,? |starting (?:with|from|in) [\\w. ]+, |in [\\w.]+,? )?';
  const is = `(?:is|are|has been|have been|was|were|has|had been|[’']s)`;
  return new RegExp(`(?:^|[;:(–—]\\s*|,\\s*(?:but|and|which|however,?)\\s+|\\s-\\s|\\bbut\\s+)${use}${subject},? (?:${is} (?:${adverb})*(?:${word}|${gone}|(?:replaced|superseded) by|to be removed|slated for removal)|${gone})\\b(?! (?:if|when|unless|only|while)\\b)`, 'i');
};

/** After the field's description the predicate alone: `The path, but is deprecated.`, `Is deprecated.` */
const bare = new RegExp(`(?:^|,\\s*(?:but|and|however|now)\\s+)(?:it )?(?:is|has been) (?:${adverb})*${word}\\b(?! (?:if|when|unless|only|or)\\b)`, 'i');

const denied = /\b(?:not|never|no longer|isn[’']t) (?:been )?deprecated|\bun-?deprecated/i;
const conditional = new RegExp(`^[[({]*${word}\\s*[:,]?\\s*(?:if|when|unless|only)\\b`, 'i');
const capital = /^[^a-z]*(?:DEPRECATED|Deprecated|OBSOLETE|Obsolete|No longer|NO LONGER)/;

/** The sentence by which a description says that what it describes is deprecated; not that something else is. `name`: of the field. */
export const saysDeprecated = (text: string, name?: string): string | undefined => {
  if (!/deprecat|obsolete|no longer|any ?more|superseded|replaced by|removed|removal/i.test(text) || denied.test(text)) return undefined;
  const about = predicate(name);
  const lists = enumerates.test(text);
  return sentencesOf(text).find((sentence, index) => {
    if (conditional.test(sentence) || listed.test(sentence)) return false;
    if ((index === 0 || capital.test(sentence)) && (first.test(sentence) || firstShouted.test(sentence) || firstGone.test(sentence))) return true;
    if (tag.test(sentence) || square.test(sentence)) return !enumerates.test(sentence);
    if (about.test(sentence) || bare.test(sentence)) return true;
    if (lists) return false;
    const several = (sentence.match(/,/g)?.length ?? 0) > 1 || /:\s/.test(sentence.slice(0, sentence.toLowerCase().indexOf('deprecated')));
    return round.test(sentence) || roundGone.test(sentence) || (trailing.test(sentence) && !several) || (shouted.test(sentence) && !shoutedValue.test(sentence));
  });
};
