import { toNanoseconds } from '../protobuf-duration.ts';

/** What a value has to be, and whether it is. */
interface ScalarType {
  readonly expected: string;
  accepts(value: unknown): boolean;
}

const wholeNumber = /^[ \t\r\n]*-?(?:0|[1-9][0-9]*)[ \t\r\n]*$/;
const decimalNumber = /^[ \t\r\n]*-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?[ \t\r\n]*$/;
const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
const time = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?(?:Z|[-+]\d\d:\d\d)$/;
/** Maximum number of digits of a 64-bit number. */
const maxDigits = 24;

const integer = (least: bigint, most: bigint): ScalarType => ({
  expected: `a whole number from ${least} to ${most}`,
  accepts: (value) => {
    const isWhole = typeof value === 'string' ? value.length <= maxDigits && wholeNumber.test(value) : Number.isInteger(value);
    if (!isWhole) return false;
    const number = BigInt(typeof value === 'string' ? value.trim() : (value as number));
    return number >= least && number <= most;
  },
});
const decimal = (most: number): ScalarType => ({
  expected: 'a number',
  accepts: (value) =>
    typeof value === 'string'
      ? ['NaN', 'Infinity', '-Infinity'].includes(value) || (decimalNumber.test(value) && Math.abs(Number(value)) <= most)
      : typeof value === 'number' && Math.abs(value) <= most,
});
const flag: ScalarType = { expected: 'true or false', accepts: (value) => typeof value === 'boolean' };
const text: ScalarType = { expected: 'a text', accepts: (value) => typeof value === 'string' };
const bytes: ScalarType = { expected: 'bytes in base64', accepts: (value) => typeof value === 'string' && base64.test(value) };
const int32 = integer(-(2n ** 31n), 2n ** 31n - 1n),
  uint32 = integer(0n, 2n ** 32n - 1n),
  int64 = integer(-(2n ** 63n), 2n ** 63n - 1n),
  uint64 = integer(0n, 2n ** 64n - 1n),
  float = decimal(3.4028235677973366e38),
  double = decimal(Number.MAX_VALUE);

/** Scalars of protobuf, and its messages whose JSON is no object. Whole numbers may be texts of digits, as in the JSON of protobuf. */
export const scalarTypes: Readonly<Record<string, ScalarType>> = {
  bool: flag,
  string: text,
  bytes,
  int32,
  uint32,
  int64,
  uint64,
  float,
  double,
  'google.protobuf.BoolValue': flag,
  'google.protobuf.StringValue': text,
  'google.protobuf.BytesValue': bytes,
  'google.protobuf.Int32Value': int32,
  'google.protobuf.UInt32Value': uint32,
  'google.protobuf.Int64Value': int64,
  'google.protobuf.UInt64Value': uint64,
  'google.protobuf.FloatValue': float,
  'google.protobuf.DoubleValue': double,
  'google.protobuf.Duration': {
    expected: 'a duration, such as 5s or 100ms',
    accepts: (value) => typeof value === 'string' && toNanoseconds(value) !== undefined,
  },
  'google.protobuf.Timestamp': {
    expected: 'a time, such as 2006-01-02T15:04:05Z',
    accepts: (value) => typeof value === 'string' && time.test(value),
  },
  'google.protobuf.NullValue': { expected: 'null', accepts: (value) => value === 'NULL_VALUE' || value === 0 },
  'google.protobuf.Value': { expected: 'a value', accepts: () => true },
  'google.protobuf.ListValue': { expected: 'a list', accepts: Array.isArray },
  'google.protobuf.Struct': {
    expected: 'an object',
    accepts: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  },
};
