import type { Declaration } from './declaration.ts';

type Scalar = string | number | boolean;
type Typed = Pick<Declaration, 'type' | 'choices'>;

/** The words of YAML 1.1, which people still write for booleans. */
const yes = new Set(['true', 'yes', 'on']);
const no = new Set(['false', 'no', 'off']);
const isWord = (text: string): boolean => [text.toLowerCase(), text.toUpperCase(), text.charAt(0).toUpperCase() + text.slice(1).toLowerCase()].includes(text);

const boolean = (value: unknown): boolean | undefined => {
  if (typeof value === 'boolean') return value;
  if (typeof value !== 'string' || !isWord(value)) return undefined;
  return yes.has(value.toLowerCase()) ? true : no.has(value.toLowerCase()) ? false : undefined;
};

/** A value as a parameter of a type takes it; undefined where it does not. */
export const scalarOf = (value: unknown, { type, choices }: Typed): Scalar | undefined => {
  if (type === 'boolean') return boolean(value);
  if (type === 'integer') return Number.isInteger(value) ? value as number : undefined;
  if (type === 'enum') return choices.includes(value) ? value as Scalar : undefined;
  if (typeof value !== 'string') return undefined;
  return type === 'string' || /^[A-Za-z_][A-Za-z0-9_]*$/.test(value) ? value : undefined;
};

const shown = (value: unknown): string => {
  const text = typeof value === 'object' && value !== null ? (Array.isArray(value) ? 'a list' : 'a mapping') : JSON.stringify(value) ?? 'nothing';
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
};

/** What was expected of a value that a parameter does not take. */
export const scalarFault = (value: unknown, { type, choices }: Typed): string => {
  const found = `found ${shown(value)}`;
  if (type === 'boolean') return `expected true or false; ${found}`;
  if (type === 'integer') return `expected a whole number; ${found}`;
  if (type === 'enum') return `expected one of ${choices.slice(0, 12).map(shown).join(', ')}${choices.length > 12 ? ', …' : ''}; ${found}`;
  if (type === 'env_var_name') return `expected the name of an environment variable (letters, digits and _, not beginning with a digit); ${found}`;
  return `expected a text; ${found}${typeof value === 'object' ? '' : ': write it in quotes'}`;
};
