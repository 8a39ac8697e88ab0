import { escapeRegExp } from '../../text.ts';
import { splitSentences } from './split-sentences.ts';

const deprecatedWord = '(?:deprecated|obsolete|obsoleted)';
const fieldNouns =
  'field option property setting parameter param attribute key argument flag element section ' +
  'block entry value name feature input output variable directive keyword format syntax ' +
  'form notation spelling variant alias type object list map configuration config item ' +
  'definition schema method mode version';
const fieldNoun = `(?:${fieldNouns.replaceAll(' ', '|')})`;
const adverb =
  '(?:now|also|officially|currently|formally|already|being|therefore|thus|effectively|hereby|as such|considered|marked(?: ' +
  'as)?|flagged(?: as)?|declared) ';
const unsupportedPhrase =
  '(?:no longer (?:used|in ' +
  'use|supported|needed|necessary|required|recommended|maintained|valid|honou?red|respected|read|available|effective|has (?:any ' +
  '|an )?effect|does anything|works)|not (?:used|supported) any ?more)';

/** Words that may follow the initial word if it concerns the field itself: not another noun. */
const leadingContext =
  `(?=\\s*(?:$|[.,:;!?)\\]–—→=-]|\\()|\\s+(?:in|since|as ` +
  `of|as|from|by|with|and|but|for|because|due|use|please|prefer|see|will|replaced|superseded|switch|instead|to be ` +
  `removed|now|legacy|old|alias|synonym|short(?:hand|cut)|former|version ` +
  `of|v?\\d)\\b|\\s+${fieldNoun}` +
  `(?=\\s*(?:$|[.,:;!)(–—-]|for\\b|of\\b|use\\b|see\\b|please\\b|in\\b|since\\b|that\\b|which\\b|and\\b|kept\\b)))`;

const leadingWord = new RegExp(`^[[({<:@"'\`]*${deprecatedWord}\\b[*_~'"\`:>]*${leadingContext}`, 'i');
/** The word in capitals at the beginning of a text counts, regardless of what follows. */
const leadingCapitals = /^[[({<:@"'`]*DEPRECATED[\])}>"'`]*\s+(?!APIS?\b|[A-Z]{2,}\b|features\b|fields\b|options\b|rules\b)/;
/** `Deprecated, experimental or stable`: a list of states. */
const stateList = new RegExp(`^${deprecatedWord},\\s+\\w+\\s*(?:,|\\bor\\b|\\band\\b)`, 'i');
const leadingUnsupported = new RegExp(`^[[({]*${unsupportedPhrase}\\b`, 'i');
const deprecatedTag = /(?:^|\s)@deprecated\b/;
const bracketed = /\[\s*deprecated\b[^\]]*\]|:deprecated:/i;
const parenthesized = /\(\s*deprecated\b[^)]*\)\s*[.:;!]?\s*$/i;
const parenthesizedUnsupported = /\(\s*(?:obsolete|no longer (?:used|supported))\s*\)\s*[.:;!]?\s*$/i;
const capitals = /(?:^|[^\s,`"'/|]\s+[–—-]*\s*)DEPRECATED(?=\s*(?:[:!.;]|[–—-]\s|$))/;
const capitalsAsValue = /\b(?:to|as|or|and|of|be|is|status|state|stage|one of)\s+[–—-]*\s*DEPRECATED/;
const trailingWord = /[^\s`"',][`"']?\s*(?:,|;|\s[–—-])\s*(?:now\s+)?deprecated(?=\s*(?:[.;:!(]|$|in favou?r|since|use\b|as of))/i;

/** One of several values is spoken of, not the field. */
const enumeration = new RegExp(
  [
    /\b(?:one of|either|values?|possible|allowed|valid|options are|choices|supported)\b.*[:,`'"]/,
    /\b(?:accepts?|can be|may be|such as|e\.g\.|like)\b.*[:,`'"]/,
    /[`'"]\s*(?:,|\||\bor\b|\band\b)\s*[`'"]/,
    /[`'"][\w./-]+[`'"]\s*\(/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'i',
);

/** Predicates about the field: `This option is deprecated`, `` `name` has been deprecated``, `Use of this field is no longer supported`. */
const fieldPredicate = (name: string | undefined): RegExp => {
  const own = name === undefined || name === '' ? '(?!)' : `["'\`]?${escapeRegExp(name)}["'\`]?`;
  const subject =
    `(?:this|it|these|(?:this|these) (?:[\\w-]+ ){0,3}${fieldNoun}s?|the (?:${own} )?${fieldNoun}(?: ` +
    `${own})?|(?:the )?${own}(?: ${fieldNoun})?)`;
  const use =
    '(?:(?:the )?(?:direct )?(?:use|usage) of |using |setting |specifying |support for |please note that |as of [\\w.]+,? ' +
    '|since [\\w.]+,? |starting (?:with|from|in) [\\w. ]+, |in [\\w.]+,? )?';
  const is = `(?:is|are|has been|have been|was|were|has|had been|[’']s)`;
  return new RegExp(
    `(?:^|[;:(–—]\\s*|,\\s*(?:but|and|which|however,?)\\s+|\\s-\\s|\\bbut\\s+)${use}${subject},? (?:${is} ` +
      `(?:${adverb})*(?:${deprecatedWord}|${unsupportedPhrase}|(?:replaced|superseded) by|to be removed|slated for ` +
      `removal)|${unsupportedPhrase})\\b(?! (?:if|when|unless|only|while)\\b)`,
    'i',
  );
};

/** The predicate only, after the field's description: `The path, but is deprecated.`, `Is deprecated.` */
const barePredicate = new RegExp(
  `(?:^|,\\s*(?:but|and|however|now)\\s+)(?:it )?(?:is|has been) (?:${adverb})*${deprecatedWord}\\b(?! (?:if|when|unless|only|or)\\b)`,
  'i',
);

const denial = /\b(?:not|never|no longer|isn[’']t) (?:been )?deprecated|\bun-?deprecated/i;
const condition = new RegExp(`^[[({]*${deprecatedWord}\\s*[:,]?\\s*(?:if|when|unless|only)\\b`, 'i');
const capitalized = /^[^a-z]*(?:DEPRECATED|Deprecated|OBSOLETE|Obsolete|No longer|NO LONGER)/;

/** The sentence of a description that states that the described field is deprecated, and not something else. `name`: of the field. */
export const deprecationSentence = (text: string, name?: string): string | undefined => {
  if (!/deprecat|obsolete|no longer|any ?more|superseded|replaced by|removed|removal/i.test(text) || denial.test(text)) return undefined;
  const about = fieldPredicate(name);
  const lists = enumeration.test(text);
  return splitSentences(text).find((sentence, index) => {
    if (condition.test(sentence) || stateList.test(sentence)) return false;
    if (
      (index === 0 || capitalized.test(sentence)) &&
      (leadingWord.test(sentence) || leadingCapitals.test(sentence) || leadingUnsupported.test(sentence))
    )
      return true;
    if (deprecatedTag.test(sentence) || bracketed.test(sentence)) return !enumeration.test(sentence);
    if (about.test(sentence) || barePredicate.test(sentence)) return true;
    if (lists) return false;
    const several = (sentence.match(/,/g)?.length ?? 0) > 1 || /:\s/.test(sentence.slice(0, sentence.toLowerCase().indexOf('deprecated')));
    return (
      parenthesized.test(sentence) ||
      parenthesizedUnsupported.test(sentence) ||
      (trailingWord.test(sentence) && !several) ||
      (capitals.test(sentence) && !capitalsAsValue.test(sentence))
    );
  });
};
