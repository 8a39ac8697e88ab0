/** Limits of a configuration, so that compiling a hostile one ends quickly. The specification states only those of parameters. */
export const configurationLimits = {
  /** Characters of the text. */
  text: 1024 * 1024,
  /** Values of the text, with all aliases expanded. */
  values: 200_000,
  /** Values of the compiled configuration, and steps visited on the way. */
  compiled: 500_000,
  /** Characters of the compiled configuration. */
  characters: 8 * 1024 * 1024,
  /** Orbs of one configuration, with those that they use themselves. */
  orbs: 100,
  /** Characters of all its orbs together. */
  orbCharacters: 4 * 1024 * 1024,
  /** Orbs, one using the other. */
  orbDepth: 20,
  /** Jobs of one matrix. */
  matrix: 1024,
  /** Nesting of command calls and of conditions. */
  depth: 100,
  /** Reported faults and warnings; the first ones of the text. */
  diagnostics: 100,
  /** Faults after which compiling stops. */
  faults: 1000,
  /** Characters of a fault's message. */
  message: 500,
  /** Levels of the text, one in the other. */
  nesting: 250,
  /** Pieces that the YAML of the text falls into: values, keys, brackets, indentations, line ends. */
  tokens: 800_000,
  /** Characters of a pattern. */
  pattern: 1024,
  /** Weight of a pattern: about the instructions that it compiles to. */
  patternWeight: 2000,
  /** Steps of compiling and matching all patterns of a configuration: about a second. */
  patternSteps: 15_000_000,
  /** Steps of compiling and matching the patterns of an expression that is evaluated by itself: a few hundredths of a second. */
  expressionSteps: 500_000,
  /** Characters of an expression. */
  expression: 8192,
  parameters: { entries: 100, key: 128, value: 512 },
  serialGroup: 512,
  automaticReruns: 5,
  /** Parallel runs of one job. */
  parallelism: 100,
} as const;
