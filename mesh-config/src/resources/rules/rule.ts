import type { DocumentNode } from '../document-node.ts';

/** What is wrong at a place of a document. */
export interface RuleViolation {
  /** RFC 6901, in the whole document. */
  readonly pointer: string;
  /** What is there or missing, and what was expected. */
  readonly message: string;
}

/** What no JSON Schema says of a kind's spec, or not in words that help. */
export type Rule = (spec: DocumentNode) => Iterable<RuleViolation>;
