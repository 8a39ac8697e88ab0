import {
  compareNumbers,
  formatJson,
  formatNumber,
  getField,
  isEqual,
  isNumber,
  isObject,
  isString,
  toFloat,
  type ObjectValue,
  type RegoNumber,
  type RegoValue,
} from '../../values/index.ts';
import { formats } from './formats.ts';
import { formatDocumentMessage, type DocumentError, type ErrorDetails } from './schema-messages.ts';

export interface DocumentFault {
  /** The names on the way, `a.0.b`, or `(Root)`. */
  readonly field: string;
  readonly type: DocumentError;
  readonly description: string;
}
/** The result at one location. `score`: how much was valid, which indicates which of several schemas was intended. */
export interface Outcome {
  readonly faults: DocumentFault[];
  score: number;
}
export interface Check {
  readonly root: RegoValue;
  readonly tick: (steps: number) => void;
  /** The nesting depth of the schemas that are being checked. */
  readonly depth: number;
}
/** A value and the schema at its place. */
export interface Place extends Check {
  readonly path: readonly string[];
  readonly value: RegoValue;
  readonly schema: ObjectValue;
  readonly outcome: Outcome;
}

const fieldOf = (path: readonly string[]): string => (path.length === 0 ? '(Root)' : path.join('.'));
export function addFault({ path, outcome }: Pick<Place, 'path' | 'outcome'>, type: DocumentError, details: ErrorDetails = {}): void {
  const field = fieldOf(path);
  outcome.faults.push({ field, type, description: formatDocumentMessage(type, { field, ...details }) });
  outcome.score -= 2;
}
export function merge(into: Outcome, from: Outcome | undefined): void {
  if (!from) return;
  into.faults.push(...from.faults);
  into.score += from.score;
}
/** A bound as it is printed: ten digits. */
const formatBound = (bound: RegoNumber): string =>
  Number.isSafeInteger(bound) ? formatNumber(bound) : String(Number(toFloat(bound).toPrecision(10)));

const isInteger = (value: RegoNumber): boolean => Number.isInteger(toFloat(value));
export function typeOf(value: RegoValue): string {
  if (value === null) return 'null';
  if (typeof value === 'boolean') return 'boolean';
  if (isString(value)) return 'string';
  if (isNumber(value)) return isInteger(value) ? 'integer' : 'number';
  return isObject(value) ? 'object' : 'array';
}
export const hasType = (value: RegoValue, types: readonly string[]): boolean =>
  types.includes(typeOf(value)) || (isNumber(value) && types.includes('number'));

export function checkValues(place: Place): void {
  const { schema, value } = place;
  const [constant, choices, format] = ['const', 'enum', 'format'].map((name) => getField(schema, name));
  if (constant !== undefined && !isEqual(constant, value)) addFault(place, 'const', { allowed: formatJson(constant) });
  if (
    choices !== undefined &&
    (choices as readonly RegoValue[]).length > 0 &&
    !(choices as readonly RegoValue[]).some((each) => isEqual(each, value))
  )
    addFault(place, 'enum', { allowed: (choices as readonly RegoValue[]).map(formatJson).join(', ') });
  if (isString(format ?? null) && isString(value) && formats[format as string]?.(value) === false)
    addFault(place, 'format', { format: format as string });
}

/** The bounds of a number: keyword, its form in the older drafts, error, detail, and which comparisons hold. */
const bounds = [
  ['maximum', 'exclusiveMaximum', 'number_lte', 'number_lt', 'max', -1],
  ['minimum', 'exclusiveMinimum', 'number_gte', 'number_gt', 'min', 1],
] as const;
/** A decimal number as a whole number and a power of ten. */
const partsOf = (value: RegoNumber): { digits: bigint; power: number } => {
  const [mantissa = '0', exponent = '0'] = formatNumber(value).toLowerCase().split('e');
  const [whole = '0', fraction = ''] = mantissa.split('.');
  return { digits: BigInt(whole + fraction), power: Number(exponent) - fraction.length };
};
function isMultiple(value: RegoNumber, of: RegoNumber): boolean {
  const [left, right] = [partsOf(value), partsOf(of)];
  const power = Math.min(left.power, right.power);
  if (left.power - power > 400 || right.power - power > 400) return Number.isInteger(toFloat(value) / toFloat(of));
  return (left.digits * 10n ** BigInt(left.power - power)) % (right.digits * 10n ** BigInt(right.power - power)) === 0n;
}
export function checkNumber(place: Place, value: RegoNumber): void {
  const multiple = getField(place.schema, 'multipleOf') as RegoNumber | undefined;
  if (multiple !== undefined && !isMultiple(value, multiple)) addFault(place, 'multiple_of', { multiple: formatBound(multiple) });
  for (const [inclusive, exclusive, error, strictError, detail, sign] of bounds) {
    const [bound, strict] = [getField(place.schema, inclusive), getField(place.schema, exclusive)];
    const strictBound = (strict === true ? bound : strict === false ? undefined : strict) as RegoNumber | undefined;
    if (bound !== undefined && strict !== true && compareNumbers(value, bound as RegoNumber) * sign < 0)
      addFault(place, error, { [detail]: formatBound(bound as RegoNumber) });
    if (strictBound !== undefined && compareNumbers(value, strictBound) * sign <= 0)
      addFault(place, strictError, { [detail]: formatBound(strictBound) });
  }
}

/** Reports a count that is below or above the limits of two keywords. */
export function checkCount(
  place: Place,
  count: number,
  keywords: string,
  errors: readonly [least: DocumentError, most: DocumentError],
): void {
  const [least, most] = [`min${keywords}`, `max${keywords}`].map((name) => getField(place.schema, name));
  if (least !== undefined && count < toFloat(least as RegoNumber)) addFault(place, errors[0], { min: formatNumber(least as RegoNumber) });
  if (most !== undefined && count > toFloat(most as RegoNumber)) addFault(place, errors[1], { max: formatNumber(most as RegoNumber) });
}
