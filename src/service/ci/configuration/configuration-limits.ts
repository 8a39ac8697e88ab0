/** What a configuration may take, so that a hostile one ends quickly. The specification states only those of parameters. */
export const configurationLimits = {
  /** Characters of the text. */
  text: 1024 * 1024,
  /** Values of the text, every alias written out. */
  values: 200_000,
  /** Values of what is compiled, and steps looked at on the way. */
  compiled: 500_000,
  /** Characters of what is compiled. */
  characters: 8 * 1024 * 1024,
  /** Jobs that one matrix stands for. */
  matrix: 1024,
  /** Commands called by commands, and conditions inside of conditions. */
  depth: 100,
  /** Faults and warnings told; the first ones of the text. */
  diagnostics: 100,
  /** Faults found before compiling stops. */
  faults: 1000,
  /** Characters of a fault's message. */
  message: 500,
  /** Characters of a pattern. */
  pattern: 1024,
  /** Characters of an expression. */
  expression: 8192,
  parameters: { entries: 100, key: 128, value: 512 },
  serialGroup: 512,
  automaticReruns: 5,
  /** Times that a job runs at once. */
  parallelism: 100,
} as const;
