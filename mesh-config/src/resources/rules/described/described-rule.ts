/** One rule, as docs/mesh-config.md describes it. The tests' corpus has documents for each, by its name. */
export interface DescribedRule {
  /** `virtualservice-hosts` */
  readonly name: string;
  readonly kinds: readonly string[];
  /** Paths below `spec`, unless they begin with `metadata`. */
  readonly fields: readonly string[];
  readonly meaning: string;
}

/** Declares the rules of kinds: name, fields and meaning of each. */
export const describeRules = (
  kinds: readonly string[],
  rules: Readonly<Record<string, readonly [fields: readonly string[], meaning: string]>>,
): readonly DescribedRule[] => Object.entries(rules).map(([name, [fields, meaning]]) => ({ name, kinds, fields, meaning }));
