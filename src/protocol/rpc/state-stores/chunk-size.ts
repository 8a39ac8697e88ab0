/** Bytes of a chunk: what engines suggest (8 MiB). They take up to 128 MiB. */
export const largestChunk = 8 * 1024 * 1024;

/** The suggestion, unless there is none or it is larger than this side wants to hold at once. */
export const chooseChunkSize = (suggested: number): number => (suggested > 0 && suggested < largestChunk ? suggested : largestChunk);
