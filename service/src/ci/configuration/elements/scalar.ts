import { firstCharacters, isLongerThan } from '../../../http/characters.ts';
export type ScalarType = 'string' | 'boolean' | 'integer' | 'enum' | 'env_var_name';
export type ParameterType = ScalarType | 'executor' | 'steps';

type Scalar = string | number | boolean;
interface ScalarDeclaration {
  readonly type: ParameterType;
  /** The values of an enum. */
  readonly choices: readonly unknown[];
}

/** The booleans of YAML 1.1, which configurations still contain. */
const trueWords = new Set(['true', 'yes', 'on']);
const falseWords = new Set(['false', 'no', 'off']);
const isConsistentlyCased = (text: string): boolean =>
  [text.toLowerCase(), text.toUpperCase(), text.charAt(0).toUpperCase() + text.slice(1).toLowerCase()].includes(text);

const parseBoolean = (value: unknown): boolean | undefined => {
  if (typeof value === 'boolean') return value;
  if (typeof value !== 'string' || !isConsistentlyCased(value)) return undefined;
  return trueWords.has(value.toLowerCase()) ? true : falseWords.has(value.toLowerCase()) ? false : undefined;
};

/** Parses a value for a parameter; undefined if it does not fit the parameter's type. */
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
  return isLongerThan(text, 60) ? `${firstCharacters(text, 60)}…` : text;
};

/** Describes why a value does not fit a parameter. */
export const describeScalarFault = (value: unknown, { type, choices }: ScalarDeclaration): string => {
  const lookup = `found ${describeScalar(value)}`;
  if (type === 'boolean') return `expected true or false; ${lookup}`;
  if (type === 'integer') return `expected a whole number; ${lookup}`;
  if (type === 'enum')
    return `expected one of ${choices.slice(0, 12).map(describeScalar).join(', ')}${choices.length > 12 ? ', …' : ''}; ${lookup}`;
  if (type === 'env_var_name')
    return `expected the name of an environment variable (letters, digits and _, not beginning with a digit); ${lookup}`;
  return `expected a text; ${lookup}${typeof value === 'object' ? '' : ': write it in quotes'}`;
};
