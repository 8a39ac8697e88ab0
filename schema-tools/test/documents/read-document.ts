import { readSource, type Format, type Span } from '../../src/documents/index.ts';

export const spanText = (text: string, { start, end }: Span): string => text.slice(start, end);

/** The only document of a text without errors. */
export async function readDocument(text: string, format: Format) {
  const { documents, faults } = await readSource(text, format);
  if (documents.length !== 1) throw new Error(`${documents.length} documents; ${faults.map(({ message }) => message).join('; ')}`);
  return documents[0]!;
}

/** What is written at a pointer: key, value and, where there is one, alias. */
export async function textsAt(text: string, format: Format, pointer: string): Promise<readonly string[] | undefined> {
  const spot = (await readDocument(text, format)).locate([pointer]).get(pointer);
  return spot && [spanText(text, spot.key), spanText(text, spot.value), ...(spot.alias ? [spanText(text, spot.alias)] : [])];
}

/** Faults as `severity "what it marks": sentence`. */
export async function formatFaults(text: string, format: Format): Promise<string[]> {
  return (await readSource(text, format)).faults.map(
    (fault) => `${fault.severity} ${JSON.stringify(spanText(text, fault))}: ${fault.message}`,
  );
}

/** The text after a key is renamed; undefined where it cannot be. */
export async function renameInText(text: string, format: Format, pointer: string, name: string): Promise<string | undefined> {
  const edit = (await readDocument(text, format)).rename(pointer, name);
  return edit && text.slice(0, edit.start) + edit.text + text.slice(edit.end);
}
