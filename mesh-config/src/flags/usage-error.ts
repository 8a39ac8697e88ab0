/** A command line that cannot be read: its message is the sentence after `Error: `. */
export class UsageError extends Error {}
