import { listLiterals } from './expression-literals.ts';
import { listYamlScalars } from './yaml-scalars.ts';

/** A value that is masked, with every scalar inside of it. */
export interface SecretValue {
  readonly text: string;
  /** The text is an expression of the configuration language. */
  readonly isExpression?: boolean;
}

/** A text that is masked. */
export interface SecretLeaf {
  readonly text: string;
  /** Whether it has leaves itself: what is between them (`tags = {`) is ordinary text. */
  readonly isStructured: boolean;
}

/** JSON and YAML texts inside of others are read to this depth. */
const maxDepth = 8;

/** Whether a text may be JSON, or an expression in the place of a text: an object, a list, or a text in quotes. */
const looksStructured = (text: string): boolean => /^\s*[[{"]/.test(text);

/** Adds a value and its leaves. Each depth has at most as many characters as the one above it. */
const collectLeaves = ({ text, isExpression = false }: SecretValue, depth: number, found: Map<string, boolean>): void => {
  const isStructured = depth < maxDepth && (isExpression || looksStructured(text));
  if (found.has(text)) return;
  found.set(text, isStructured);
  // In YAML each line stays a secret as a whole, because in a truncated line leaves cannot be told from the text between them.
  if (depth < maxDepth && !isExpression) for (const leaf of listYamlScalars(text)) collectLeaves({ text: leaf }, depth + 1, found);
  if (!isStructured) return;
  for (const { text: leaf, kind } of listLiterals(text, { templates: isExpression }))
    if (kind === 'number') found.set(leaf, false);
    else collectLeaves({ text: leaf }, depth + 1, found);
};

/**
 * The value itself and each scalar in it: the literal texts and numbers of an expression, the texts and numbers of a JSON or YAML text, and
 * those of such texts inside of them. Names of members are excluded.
 */
export const listSecretLeaves = (value: SecretValue): readonly SecretLeaf[] => {
  const found = new Map<string, boolean>();
  collectLeaves(value, 0, found);
  return [...found].map(([text, isStructured]) => ({ text, isStructured }));
};
