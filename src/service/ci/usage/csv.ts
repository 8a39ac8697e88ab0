/** RFC 4180: quoted where it must be, as it is otherwise. */
const field = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** One record with its line end. Nothing is put before values that a spreadsheet takes for a formula: programs read these files (docs/service.md). */
export const csvLine = (fields: readonly string[]): string => `${fields.map(field).join(',')}\r\n`;
