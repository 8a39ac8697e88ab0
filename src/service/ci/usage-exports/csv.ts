/** RFC 4180: quoted where it must be, as it is otherwise. */
const quoteField = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** One record with its line end. Nothing is put before values that a spreadsheet takes for a formula: programs read these files (docs/service.md). */
export const renderCsvLine = (fields: readonly string[]): string => `${fields.map(quoteField).join(',')}\r\n`;
