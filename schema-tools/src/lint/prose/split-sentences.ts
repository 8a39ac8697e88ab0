/** What stands before a sentence and is none of it: signs of warning, bullets, `Note:`. */
const prefixParts = [
  // Signs and bullets. A sign may come with its variation selector, or the selector stands alone.
  /[\s>•⚠❗‼🚫🛑❌!#:|-]|\uFE0F/u,
  /\[!\w+\]/u,
  /(?:please )?note(?: that|[:!])/u,
  /n\.?b\.?[:,]/u,
  /(?:warning|attention|caution|important|warn)[:!]/u,
];
const sentencePrefix = new RegExp(`^(?:${prefixParts.map(({ source }) => source).join('|')})+\\s*`, 'iu');

/** Without HTML, emphasis and strike-through, which people write around the word; code keeps its marks. */
const stripMarkup = (text: string): string =>
  text
    .replace(/<\/?(?:b|i|em|strong|del|s|p|span|code)\b[^<>]*>/gi, '')
    .replace(/<br\s*\/?>/gi, '\n')
    .replace(/(?<!\w)[*_~]+(?=\S)|(?<=\S)[*_~]+(?!\w)/g, '');

/** The sentences of a description, each without what stands before it. An abbreviation ends none. */
export const splitSentences = (text: string): readonly string[] =>
  stripMarkup(text)
    .split(/\r?\n|(?<=[.!?][)\]"'’”]?)(?<!\b(?:e\.g|i\.e|etc|vs|cf|resp)\.)\s+/)
    .map((sentence) => sentence.trim().replace(sentencePrefix, '').trim())
    .filter((sentence) => sentence !== '');
