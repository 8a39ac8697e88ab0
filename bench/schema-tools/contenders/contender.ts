/** Reads a JSON text and holds it against a schema; the answer is whatever it found, so that nothing is optimised away. */
export type EvaluateText = (text: string) => unknown;

export interface Contender {
  readonly name: string;
  /** What is done once for a schema. */
  prepare(schema: BenchSchema): Promise<EvaluateText> | EvaluateText;
}

export interface BenchSchema {
  readonly schema: object;
  /** Canonical. */
  readonly dialect: string;
  /** Other schemas that it refers to. */
  readonly schemas: { readonly [uri: string]: object };
}
