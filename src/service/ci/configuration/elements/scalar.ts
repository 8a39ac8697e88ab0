export type ScalarType = 'string' | 'boolean' | 'integer' | 'enum' | 'env_var_name';
export type ParameterType = ScalarType | 'executor' | 'steps';

type Scalar = string | number | boolean;
interface ScalarDeclaration {
  readonly type: ParameterType;
  /** The values of an enum. */
  readonly choices: readonly unknown[];
}

/** The words of YAML 1.1, which people still write for booleans. */
const trueWords = new Set(['true', 'yes', 'on']);
const falseWords = new Set(['false', 'no', 'off']);
const isConsistentlyCased = (text: string): boolean =>
  [text.toLowerCase(), text.toUpperCase(), text.charAt(0).toUpperCase() + text.slice(1).toLowerCase()].includes(text);

const parseBoolean = (value: unknown): boolean | undefined => {
  if (typeof value === 'boolean') return value;
  if (typeof value !== 'string' || !isConsistentlyCased(value)) return undefined;
  return trueWords.has(value.toLowerCase()) ? true : falseWords.has(value.toLowerCase()) ? false : undefined;
};

/** A value as a parameter of a type takes it; undefined where it does not. */
export const parseScalar = (value: unknown, { type, choices }: ScalarDeclaration): Scalar | undefined => {
  if (type === 'boolean') return parseBoolean(value);
  if (type === 'integer') return Number.isInteger(value) ? (value as number) : undefined;
  if (type === 'enum') return choices.includes(value) ? (value as Scalar) : undefined;
  if (typeof value !== 'string') return undefined;
  return type === 'string' || /^[A-Za-z_][A-Za-z0-9_]*$/.test(value) ? value : undefined;
};

const describeScalar = (value: unknown): string => {
  const text =
    typeof value === 'object' && value !== null ? (Array.isArray(value) ? 'a list' : 'a mapping') : (JSON.stringify(value) ?? 'nothing');
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
};

/** What was expected of a value that a parameter does not take. */
export const describeScalarFault = (value: unknown, { type, choices }: ScalarDeclaration): string => {
  const found = `found ${describeScalar(value)}`;
  if (type === 'boolean') return `expected true or false; ${found}`;
  if (type === 'integer') return `expected a whole number; ${found}`;
  if (type === 'enum')
    return `expected one of ${choices.slice(0, 12).map(describeScalar).join(', ')}${choices.length > 12 ? ', …' : ''}; ${found}`;
  if (type === 'env_var_name')
    return `expected the name of an environment variable (letters, digits and _, not beginning with a digit); ${found}`;
  return `expected a text; ${found}${typeof value === 'object' ? '' : ': write it in quotes'}`;
};
