/** RFC 4180: a field is quoted only where it must be. */
const quoteField = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** One record with its line end. Values that look like formulas are not escaped, because programs read these files (docs/service.md). */
export const renderCsvLine = (fields: readonly string[]): string => `${fields.map(quoteField).join(',')}\r\n`;
