import type { DocumentNode } from '../document-node.ts';

/** A fault at a place of a document. */
export interface RuleViolation {
  /** RFC 6901, in the whole document. */
  readonly pointer: string;
  /** The actual and the expected value. */
  readonly message: string;
}
export type Violations = Generator<RuleViolation>;

/** Rules of a kind that JSON Schema cannot express, or not with helpful messages. `document` is the parent of `spec`. */
export type Rule = (spec: DocumentNode, document: DocumentNode) => Iterable<RuleViolation>;

export const violationAt = ({ pointer }: DocumentNode, message: string): RuleViolation => ({ pointer, message });
/** A value as messages quote it. */
export const quoteValue = ({ value }: DocumentNode): string => JSON.stringify(value) ?? 'nothing';
