/** Words of a name, lower case: `hideErrorCodes`, `hide_error_codes`, `hide-error-codes`. */
const words = (name: string): readonly string[] =>
  name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\d]+/u)
    .filter(Boolean);

/** Words that turn round what the rest of a name means. Two of them in one name cancel each other. */
const inversions: ReadonlySet<string> = new Set(
  (
    'no not non never none without dont un dis disable disabled disables disallow disallowed hide hidden skip skipped ignore ignored ' +
    'ignores exclude excluded excludes excluding exclusion exclusions deny denied forbid forbidden block blocked blocklist blacklist ' +
    'denylist omit omitted suppress suppressed insecure unsafe off reject rejected prevent remove removed drop dropped except exceptions ' +
    'invert inverted negate negated reverse reversed opt optout'
  ).split(' '),
);

const wordGroup = (group: string): ReadonlySet<string> => new Set(group.split(' '));
/** Units in names: a value in one unit is a different one in any other, and a name without a unit leaves it open. */
const units = wordGroup(
  'ns us ms millis milliseconds msec s sec secs seconds second minutes minute mins hours hour days day weeks months years bit bits byte ' +
    'bytes kb mb gb tb kib mib gib tib kilobytes megabytes gigabytes percent percentage pct ratio fraction factor rate speed hz px pixel ' +
    'pixels em rem pt cm mm inch inches',
);
/** Ends and directions: two names that have different words of one group are about different things. */
const distinctions = [
  'min minimum max maximum least most lower upper low high',
  'first last before after start end begin from to until since',
  'in out input output source target src dest destination request response read write client server',
  'x y z width height top bottom left right',
  'and or all any',
].map(wordGroup);

const isInverted = (parts: readonly string[]): boolean => parts.filter((part) => inversions.has(part)).length % 2 === 1;

/** `nocache` for `cache`, `insecure` for `secure`. */
const hasNegatingPrefix = (one: string, other: string): boolean =>
  ['no', 'non', 'not', 'un', 'in', 'dis'].some((prefix) => one === prefix + other);

/** Whether a value under one name could have another meaning under the other: its opposite, another unit, another end. */
export const canMeanElse = (one: string, other: string): boolean => {
  const [a, b] = [words(one), words(other)];
  if (isInverted(a) !== isInverted(b)) return true;
  if (hasNegatingPrefix(a.join(''), b.join('')) || hasNegatingPrefix(b.join(''), a.join(''))) return true;
  const of = (parts: readonly string[], group: ReadonlySet<string>): string => parts.filter((part) => group.has(part)).join(' ');
  if (of(a, units) !== of(b, units)) return true;
  return distinctions.some((group) => of(a, group) !== '' && of(b, group) !== '' && of(a, group) !== of(b, group));
};
