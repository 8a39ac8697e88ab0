/** Columns that hold JSON documents, which an export renders as JSON, not as text. */
export const documentColumns: { readonly [table: string]: string | undefined } = { records: 'body', links: 'note' };

/** A row of an export: values by column. */
export type ExportRow = { readonly [column: string]: unknown };
