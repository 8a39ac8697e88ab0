/** A part of the measures that runs in a process of its own: input and result are JSON. */
export type Part<Input> = (input: Input, progress: (text: string) => void) => Promise<unknown>;
