import { listLiterals } from './expression-literals.ts';

/** A value that is masked, with every scalar inside of it. */
export interface SecretValue {
  readonly text: string;
  /** The text is an expression of the configuration language. */
  readonly isExpression?: boolean;
}

/** A text that is masked. */
export interface SecretLeaf {
  readonly text: string;
  /** It has leaves of its own: what is between them (`tags = {`) is ordinary text. */
  readonly isStructured: boolean;
}

/** JSON texts inside of JSON texts are read to this depth. */
const maxDepth = 8;

/** Whether a text may be JSON, or an expression in the place of a text: an object, a list, or a text in quotes. */
const looksStructured = (text: string): boolean => /^\s*[[{"]/.test(text);

/** Adds a value and its leaves. Each depth has at most as many characters as the one above it. */
const collectLeaves = ({ text, isExpression = false }: SecretValue, depth: number, found: Map<string, boolean>): void => {
  const isStructured = depth < maxDepth && (isExpression || looksStructured(text));
  if (found.has(text)) return;
  found.set(text, isStructured);
  if (!isStructured) return;
  for (const { text: leaf, kind } of listLiterals(text, { templates: isExpression }))
    if (kind === 'number') found.set(leaf, false);
    else collectLeaves({ text: leaf }, depth + 1, found);
};

/**
 * The value itself and each scalar in it: of an expression the texts and numbers that it writes out, of a JSON text its texts and
 * numbers, and those of JSON texts inside of them. Names of members are none.
 */
export const listSecretLeaves = (value: SecretValue): readonly SecretLeaf[] => {
  const found = new Map<string, boolean>();
  collectLeaves(value, 0, found);
  return [...found].map(([text, isStructured]) => ({ text, isStructured }));
};
