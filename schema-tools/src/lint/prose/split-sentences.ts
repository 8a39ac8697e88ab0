/** Prefixes that do not belong to a sentence: warning signs, bullets, `Note:`. */
const prefixParts = [
  // Signs and bullets. A sign may have a variation selector, or there is a selector only.
  /[\s>•⚠❗‼🚫🛑❌!#:|-]|\uFE0F/u,
  /\[!\w+\]/u,
  /(?:please )?note(?: that|[:!])/u,
  /n\.?b\.?[:,]/u,
  /(?:warning|attention|caution|important|warn)[:!]/u,
];
const sentencePrefix = new RegExp(`^(?:${prefixParts.map(({ source }) => source).join('|')})+\\s*`, 'iu');

/** The text without HTML, emphasis and strike-through around words; marks of code are kept. */
const stripMarkup = (text: string): string =>
  text
    .replace(/<\/?(?:b|i|em|strong|del|s|p|span|code)\b[^<>]*>/gi, '')
    .replace(/<br\s*\/?>/gi, '\n')
    .replace(/(?<!\w)[*_~]+(?=\S)|(?<=\S)[*_~]+(?!\w)/g, '');

/** The sentences of a description, without prefixes. An abbreviation does not end a sentence. */
export const splitSentences = (text: string): readonly string[] =>
  stripMarkup(text)
    .split(/\r?\n|(?<=[.!?][)\]"'’”]?)(?<!\b(?:e\.g|i\.e|etc|vs|cf|resp)\.)\s+/)
    .map((sentence) => sentence.trim().replace(sentencePrefix, '').trim())
    .filter((sentence) => sentence !== '');
