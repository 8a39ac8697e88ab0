import type { DocumentNode } from '../document-node.ts';

/** What is wrong at a place of a document. */
export interface RuleViolation {
  /** RFC 6901, in the whole document. */
  readonly pointer: string;
  /** The actual and the expected value. */
  readonly message: string;
}
export type Violations = Generator<RuleViolation>;

/** What no JSON Schema can express about a kind, or not in words that help. `document` is the parent of `spec`. */
export type Rule = (spec: DocumentNode, document: DocumentNode) => Iterable<RuleViolation>;

export const violationAt = ({ pointer }: DocumentNode, message: string): RuleViolation => ({ pointer, message });
/** A value as messages quote it. */
export const quoteValue = ({ value }: DocumentNode): string => JSON.stringify(value) ?? 'nothing';
