import { escapeRegExp } from '../text.ts';

const fieldNoun = '(?:property|field|option|setting|key|attribute|argument|parameter|flag|variable|keyword)';
const quotes = '`\'"“”‘’';
/** A name in quotes of any kind, or bare; the first group that matched is it. */
const name = `(?:[${quotes}]([^\\s${quotes}]+)[${quotes}]|([A-Za-z_$][\\w.$-]*))`;
const named = `(?:the )?(?:new(?:er)? )?(?:${fieldNoun} )?${name}(?: ${fieldNoun})?`;
/** `in 3.0`, `since version 2`, `in Jest 28`. */
const version = '(?: (?:in|since|as of|from|by|with) (?:version |release |(?:[a-z][\\w-]* ){1,2})?v?\\d[\\w.]*(?: onwards?| on)?)?';
const state = '(?:deprecated|obsolete|obsoleted)';
const notUsed = '(?:no longer (?:used|supported|needed|maintained|recommended)|not (?:used|supported) any ?more)';

/** Stands for the name of the property itself, so that the patterns are compiled once and not for each name. */
const ownMark = '\uE000';
const subject = `(?:this(?: ${fieldNoun})?|it|the ${fieldNoun}|(?:the )?${ownMark}(?: ${fieldNoun})?)`;

/** What may come before the statement in its sentence: that this property is deprecated. */
const preamble =
  `(?:(?:@?${state}|(?:${subject} )?(?:is|has been|was) (?:now )?${state}|(?:${subject} )?(?:is )?${notUsed}|` +
  `(?:${subject} )?(?:is|will be|to be) removed)${version}\\s*(?:[,:;–—-]\\s*|\\s)(?:and |so |but )?)*`;

/** A sentence that says that this is another name of the same property. */
const aliasForm = `(?:(?:this|it) is )?(?:an? |the )?(?:old |former |legacy )?(?:alias|synonym|(?:old|former) name) (?:of|for) ${named}`;

/** Sentences that state that another property takes the whole value. Other forms are not interpreted. */
const forms: readonly string[] = [
  // Use `new`. / Please use the new property `new` instead. / Write `new` instead of `old`.
  `(?:please )?(?:use|write|specify) ${named}(?: instead(?: of (?:${subject}|${ownMark}))?)?`,
  // Instead, use `new`.
  `instead,? (?:please )?(?:use|write|specify) ${named}`,
  // Renamed to `new`. / This option has been replaced by `new` in 3.0.
  `(?:${subject} )?(?:(?:is|was|has been|is now|got) )?(?:now )?(?:renamed(?: to)?|replaced (?:by|with)|superseded by) ${named}${version}`,
  // Replace it with `new`. / Rename to `new`.
  `(?:please )?(?:replace (?:(?:it|this) )?(?:with|by)|rename (?:(?:it|this) )?to) ${named}`,
  // Deprecated in favor of `new`.
  `in favou?r of ${named}`,
  // Deprecated alias of `new`.
  aliasForm,
];
/** Sentences that name another property as the place of the value, but not that it takes the same one: never certain. */
const movedForms: readonly string[] = [
  // Moved to `new`. / This option is now called `new`. / Succeeded by `new`.
  `(?:${subject} )?(?:(?:is|was|has been|has|is now) )?(?:now )?(?:moved (?:in)?to|called|succeeded by) ${named}${version}`,
];
const statementWord = /\b(?:moved|called|succeeded|use|write|specify|renamed?|replaced?|superseded|favou?r|alias|synonym|name)\b/i;

let compiledForms: readonly { readonly pattern: RegExp; readonly isAlias: boolean; readonly isMoved: boolean }[] | undefined;
const statements = () =>
  (compiledForms ??= [...forms, ...movedForms].map((form) => ({
    pattern: new RegExp(`^${preamble}${form}$`, 'i'),
    isAlias: form === aliasForm,
    isMoved: movedForms.includes(form),
  })));

/** The name that a sentence states to take the whole value of another. */
export interface StatedReplacement {
  readonly name: string;
  /** It is said to be the same property under another name. */
  readonly isAlias: boolean;
  /** It is only said to be where the value is now. */
  readonly isMoved: boolean;
}

/** The sentence with a mark for the name of the property itself, in quotes or bare. */
const markOwn = (sentence: string, own: string): string => {
  const name = escapeRegExp(own);
  return sentence.replace(new RegExp(`[${quotes}]${name}[${quotes}]|(?<![\\w$.-])${name}(?![\\w$-]|\\.\\w)`, 'gi'), ownMark);
};

/** The name that a sentence states to take the whole value of `own`; undefined where it states anything more, or else. */
export const plainReplacement = (sentence: string, own: string): StatedReplacement | undefined => {
  if (sentence.length > 300 || !statementWord.test(sentence)) return undefined;
  const texts = own !== '' && sentence.includes(own) ? [sentence, markOwn(sentence, own)] : [sentence];
  for (const { pattern, isAlias, isMoved } of statements()) {
    for (const text of texts) {
      const [, quoted, bare] = pattern.exec(text) ?? [];
      if (quoted !== undefined || bare !== undefined) return { name: (quoted ?? bare)!, isAlias, isMoved };
    }
  }
  return undefined;
};

/** Words by which another sentence may restrict, turn round or convert what a plain one states. */
const hazards = new RegExp(
  [
    // Negation.
    /\b(?:not|never|no|none|nor|neither|cannot|without|except|instead|rather|avoid)\b|n[’']t\b/,
    // Inversion.
    /\b(?:inver\w+|opposite|revers\w+|negat\w+|contrary|flip\w*|toggl\w+|complement\w*|disabl\w+|exclud\w+)\b/,
    /\b(?:hid(?:e|es|den|ing)|counterpart|converse\w*|swap\w*)\b/,
    // Units.
    /\b(?:(?:milli|micro|nano)?seconds?|ms|secs?|minutes?|mins?|hours?|days?|weeks?|bits?|bytes?|[kmgt]i?b)\b/,
    /\b(?:percent\w*|ratio|fraction|pixels?|units?)\b|%/,
    // Conversion.
    /\b(?:convert\w*|multipl\w+|divid\w+|translat\w+|adjust\w*|adapt\w*|migrat\w+|mov(?:e|ed|ing)|split\w*)\b/,
    /\b(?:combin\w+|merg\w+|wrap\w*|differ\w*|similar\w*|equivalent|semantics?|meaning|syntax|format\w*)\b/,
    /\b(?:separated|patterns?|true|false)\b/,
    // Conditions.
    /\b(?:if|when|whenever|unless|only|depend\w*|while|until|once|otherwise|provided|requires?|required|must|should)\b/,
    /\b(?:for (?:versions?|\w+ [<>=])|however|note|beware|careful|caution|but|also|both|together|either|or)\b/,
    // Another object.
    /\b(?:nested|inside|within|under|below|object|section|block|parent|child|children|elements?|entries)\b/,
    /\b(?:list of|array of|map of)\b/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'i',
);
/** A sentence that continues the statement of the previous one. */
const continuation = new RegExp(
  [
    /^(?:[Aa]nd|[Oo]r|[Bb]ut|[Tt]hen|[Ww]ith|[Pp]lus|[Uu]sing|[Vv]ia|[Ii]nto|[Ff]or|[Ii]n|[Aa]s|[Uu]se|[Ss]et)\b/,
    /^(?:on|at|by|to|which|where|from)\b|^[,:=[({/]/,
  ]
    .map(({ source }) => source)
    .join('|'),
);
const commonplace = new RegExp(`\\b${notUsed}\\b|\\b(?:will|to) be removed${version}|\\b${state}\\b`, 'gi');

/** Whether a sentence next to a plain one neither concerns nor could restrict the replacement. */
export const isHarmless = (sentence: string, replacement: string): boolean => {
  const rest = sentence.replace(commonplace, ' ').trim();
  return (
    !continuation.test(sentence) &&
    !hazards.test(rest) &&
    !new RegExp(`(?<![\\w-])${escapeRegExp(replacement)}(?![\\w-])`).test(rest) &&
    !/[=<>]/.test(rest)
  );
};

/** What a sentence behind the statement may say without a doubt: when the old name goes, and where to read more. */
const irrelevant = new RegExp(
  `^(?:(?:(?:it|this(?: ${fieldNoun})?) )?(?:(?:is |was )?${state}|(?:is |was )?${notUsed}|(?:will|is going|is|has) ?(?:to )?be removed|` +
    `to be removed|removal|scheduled for removal)${version}|(?:see|read|docs?:|documentation:|more(?: information)?:?)?(?: also| at)? ?` +
    `https?:\\S+)$`,
  'i',
);

/** Whether a sentence behind a plain one says nothing that could concern the value. */
export const isIrrelevant = (sentence: string): boolean => irrelevant.test(sentence);

/** Words of a sentence in front of the statement that may say how values differ. */
const doubts = new RegExp(
  [
    /\b(?:now|new|values?|chang\w+|takes?|taking|accepts?|expects?|default\w*|types?|typed|lists?|arrays?|strings?|numbers?|integers?)\b/,
    /\b(?:booleans?|case|behav\w+|manual\w*|careful\w*|break\w*|compat\w+|incompat\w+|per|each|relative|absolute|scal\w+)\b/,
    /\b(?:instead|replac\w+|renam\w+|alias\w*|in [a-z]+s)\b/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'i',
);

/** Whether a sentence in front of a plain one only describes the property. */
export const isDescriptive = (sentence: string): boolean => !doubts.test(sentence);

/** The text without HTML, emphasis around words, and brackets around one word; marks of code are kept. */
const withoutMarkup = (text: string): string =>
  text
    .replace(/(?<![\w`])\[[`'"]?(?!deprecated\b|obsolete\b)([^\s[\]`'"]+)[`'"]?\](?:\([^()\s]*\)|\[[^[\]]*\])?/gi, '`$1`')
    .replace(/<code>([^<>\s]*)<\/code>/gi, '`$1`')
    .replace(/<\/?(?:b|i|em|strong|del|s|p|span|br)\b[^<>]{0,100}>/gi, ' ')
    .replace(/(?<![\w`])[*_~]+(?=[^\s`*_~])|(?<=[^\s`*_~])[*_~]+(?![\w`])/g, '')
    .replace(/\*\*(?=`)|(?<=`)\*\*/g, '');

/**
 * The sentences of an advice, without marks of warning and the full stop. A parenthesis is a separate sentence: it may be the whole advice,
 * or restrict the previous one.
 */
export const splitAdvice = (prose: string): readonly string[] =>
  withoutMarkup(prose)
    .split(/\r?\n|(?<=[.!?])[)\]"”’]?\s+|[()[\]]/)
    .map((sentence) =>
      sentence
        .replace(/^(?:[\s>•⚠❗‼🚫🛑❌!#:|–—-]|\uFE0F)+/u, '')
        .replace(/[\s.!]+$/, '')
        .replace(/\s+/g, ' '),
    )
    .filter((sentence) => sentence !== '');
