import { readSource, type Format, type Span } from '../../../schema-tools/src/documents/index.ts';

export const cut = (text: string, { start, end }: Span): string => text.slice(start, end);

/** The only document of a text without errors. */
export async function only(text: string, format: Format) {
  const { documents, faults } = await readSource(text, format);
  if (documents.length !== 1) throw new Error(`${documents.length} documents; ${faults.map(({ message }) => message).join('; ')}`);
  return documents[0]!;
}

/** What is written at a pointer: key, value and, where there is one, alias. */
export async function at(text: string, format: Format, pointer: string): Promise<readonly string[] | undefined> {
  const spot = (await only(text, format)).locate([pointer]).get(pointer);
  return spot && [cut(text, spot.key), cut(text, spot.value), ...(spot.alias ? [cut(text, spot.alias)] : [])];
}

/** Faults as `severity "what it marks": sentence`. */
export async function faultsOf(text: string, format: Format): Promise<string[]> {
  return (await readSource(text, format)).faults.map((fault) => `${fault.severity} ${JSON.stringify(cut(text, fault))}: ${fault.message}`);
}

/** The text after a key is renamed; undefined where it cannot be. */
export async function renamed(text: string, format: Format, pointer: string, name: string): Promise<string | undefined> {
  const edit = (await only(text, format)).rename(pointer, name);
  return edit && text.slice(0, edit.start) + edit.text + text.slice(edit.end);
}
