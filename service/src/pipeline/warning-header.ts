/** Characters of all sentences together: proxies refuse an answer whose headers take more than a page or two. */
const maxHeaderLength = 4096;

/** RFC 2047's longest encoded word is 75 characters; `=?utf-8?q??=` are twelve of them. */
const encodeWords = (message: string): string => {
  const lines: string[] = [];
  let line = '';
  for (const character of message) {
    const encoded =
      character === ' '
        ? '_'
        : /[A-Za-z0-9]/.test(character)
          ? character
          : [...Buffer.from(character)].map((byte) => `=${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('');
    if (line.length + encoded.length > 63) {
      lines.push(line);
      line = '';
    }
    line += encoded;
  }
  return [...lines, line].map((text) => `=?utf-8?q?${text}?=`).join(' ');
};

/**
 * A sentence as RFC 9110's quoted-string, in ASCII: line ends and other controls are spaces, words beyond ASCII are
 * encoded as RFC 2047 has it, which RFC 2616 asked of `Warning` and its readers (kubectl among them) still decode.
 */
export const quoteString = (sentence: string): string => {
  const ascii = sentence.replace(/[\0-\x1f\x7f]+/g, ' ').replace(/[^ ]*[^\x20-\x7e][^ ]*(?: +[^ ]*[^\x20-\x7e][^ ]*)*/g, encodeWords);
  return `"${ascii.replace(/["\\]/g, '\\$&')}"`;
};

const renderWarning = (sentence: string): string => `299 - ${quoteString(sentence)}`;

/** Limits the sentences to what the header can hold; the last one then gives the number of the others. */
export const limitWarnings = (sentences: readonly string[]): readonly string[] => {
  const lengths = sentences.map((sentence) => renderWarning(sentence).length + 2);
  const room = lengths.reduce((sum, length) => sum + length, 0) <= maxHeaderLength ? maxHeaderLength : maxHeaderLength - 100;
  let [used, count] = [0, 0];
  while (count < sentences.length && used + lengths[count]! <= room) used += lengths[count++]!;
  const omitted = sentences.length - count;
  return omitted === 0
    ? sentences
    : [...sentences.slice(0, count), `${omitted} more deprecated field${omitted === 1 ? ' is' : 's are'} used`];
};

/** The value of `Warning` (299: miscellaneous, persistent), a part for each sentence. */
export const renderWarningHeader = (sentences: readonly string[]): string => sentences.map(renderWarning).join(', ');

/** The headers of an answer to a request that used something deprecated; none where it did not. */
export const warningHeaders = (sentences: readonly string[]): { readonly [name: string]: string } =>
  sentences.length === 0 ? {} : { deprecation: 'true', warning: renderWarningHeader(limitWarnings(sentences)) };
