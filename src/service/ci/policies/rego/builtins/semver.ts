import { define, text, type Builtin } from './builtin.ts';

interface Version { readonly numbers: readonly bigint[]; readonly before: readonly string[] }
const pattern = /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(?:-([0-9A-Za-z.-]+))?(?:\+[0-9A-Za-z.-]+)?$/;

function read(written: string): Version | undefined {
  const found = pattern.exec(written);
  const before = found?.[4]?.split('.') ?? [];
  if (!found || before.some((part) => part === '' || /^0\d+$/.test(part))) return undefined;
  return { numbers: found.slice(1, 4).map(BigInt), before };
}
const order = (left: bigint | string, right: bigint | string): number => (left < right ? -1 : left > right ? 1 : 0);
/** Numbers come before words, and among themselves by value. */
function orderParts(left: string, right: string): number {
  const [a, b] = [/^\d+$/.test(left), /^\d+$/.test(right)];
  return a && b ? order(BigInt(left), BigInt(right)) : a !== b ? (a ? -1 : 1) : order(left, right);
}
function compareVersions(left: Version, right: Version): number {
  for (const [index, number] of left.numbers.entries()) {
    const found = order(number, right.numbers[index] as bigint);
    if (found) return found;
  }
  if (!left.before.length || !right.before.length) return Math.sign(right.before.length - left.before.length);
  for (const [index, part] of left.before.entries()) {
    const other = right.before[index];
    const found = other === undefined ? 1 : orderParts(part, other);
    if (found) return found;
  }
  return left.before.length < right.before.length ? -1 : 0;
}

export const semver: readonly Builtin[] = [
  define('semver.is_valid', 1, ([value]) => typeof value === 'string' && read(value) !== undefined),
  define('semver.compare', 2, ([left, right]) => {
    const [a, b] = [read(text(left)), read(text(right))];
    return a && b ? compareVersions(a, b) : undefined;
  }),
];
