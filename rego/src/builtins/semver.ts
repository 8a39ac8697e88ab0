import { defineBuiltin, asString, type Builtin } from './builtin.ts';

interface SemanticVersion {
  readonly numbers: readonly bigint[];
  readonly prerelease: readonly string[];
}
const semverPattern = /^(\d+)\.(\d+)\.(\d+)(?:-([0-9A-Za-z.-]*))?(?:\+[0-9A-Za-z.-]*)?$/;

function parseVersion(written: string): SemanticVersion | undefined {
  const order = semverPattern.exec(written);
  if (!order) return undefined;
  const numbers = order.slice(1, 4).map(BigInt);
  if (order[4]?.split('.').includes('') && order[4] !== '') return undefined;
  // Numbers have 64 bits.
  return numbers.some((number) => BigInt.asIntN(64, number) !== number)
    ? undefined
    : { numbers, prerelease: order[4] ? order[4].split('.') : [] };
}
const compareScalars = (left: bigint | string, right: bigint | string): number => (left < right ? -1 : left > right ? 1 : 0);
/** Numeric identifiers come before alphanumeric ones and are compared by value. */
function comparePrerelease(left: string, right: string): number {
  const [a, b] = [/^\d+$/.test(left), /^\d+$/.test(right)];
  return a && b ? compareScalars(BigInt(left), BigInt(right)) : a !== b ? (a ? -1 : 1) : compareScalars(left, right);
}
function compareVersions(left: SemanticVersion, right: SemanticVersion): number {
  for (const [index, number] of left.numbers.entries()) {
    const order = compareScalars(number, right.numbers[index] as bigint);
    if (order) return order;
  }
  if (!left.prerelease.length || !right.prerelease.length) return Math.sign(right.prerelease.length - left.prerelease.length);
  for (const [index, part] of left.prerelease.entries()) {
    const other = right.prerelease[index];
    const found = other === undefined ? 1 : comparePrerelease(part, other);
    if (found) return found;
  }
  return left.prerelease.length < right.prerelease.length ? -1 : 0;
}

export const semverBuiltins: readonly Builtin[] = [
  defineBuiltin('semver.is_valid', 1, ([value]) => typeof value === 'string' && parseVersion(value) !== undefined),
  defineBuiltin('semver.compare', 2, ([left, right]) => {
    const [a, b] = [parseVersion(asString(left)), parseVersion(asString(right))];
    return a && b ? compareVersions(a, b) : undefined;
  }),
];
