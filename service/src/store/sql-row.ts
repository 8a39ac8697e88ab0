/** A row as the engine returns it, by column. */
export type SqlRow = Readonly<Record<string, unknown>>;
