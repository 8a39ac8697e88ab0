/** One document of a file, as text. */
export interface DocumentText {
  readonly text: string;
  /** 1-based line of the file on which it begins. */
  readonly line: number;
}

/**
 * Splits a YAML file into documents. A line that begins with three hyphens starts a document, even inside a block scalar, as YAML
 * specifies. Documents are parsed separately, so that an error in one does not affect the others.
 */
export const splitDocuments = (text: string): readonly DocumentText[] => {
  const chunks: DocumentText[] = [];
  let [begin, line, beginLine] = [0, 1, 1];
  const close = (end: number): void => {
    const part = text.slice(begin, end);
    if (/^[^\S\n]*[^\s#]/m.test(part.replace(/^---/, ''))) chunks.push({ text: part, line: beginLine });
  };
  for (let at = 0; at < text.length;) {
    if (at > begin && /^---(?=\s|$)/.test(text.slice(at, at + 4))) {
      close(at);
      [begin, beginLine] = [at, line];
    }
    const end = text.indexOf('\n', at);
    if (end < 0) break;
    at = end + 1;
    line += 1;
  }
  close(text.length);
  return chunks;
};
