import { createHash } from 'node:crypto';
import { keyOf, normalizeNumber, objectOf, type RegoValue } from '../values/index.ts';
import { asInteger, asString, defineBuiltin, type Builtin, type BuiltinContext } from './builtin.ts';

/** Pseudo-random bytes that are the same for one text within one evaluation. */
const seededBytes = (text: string, { now }: BuiltinContext): Buffer => createHash('sha256').update(`${now}\n${text}`).digest();

function createUuid(text: string, context: BuiltinContext): string {
  const bytes = seededBytes(`uuid ${text}`, context);
  bytes[6] = ((bytes[6] as number) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] as number) & 0x3f) | 0x80;
  return bytes.toString('hex', 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
function randomInteger(text: string, limit: RegoValue, context: BuiltinContext): number | undefined {
  const bound = Math.abs(asInteger(limit));
  return bound === 0 ? 0 : seededBytes(`integer ${text}`, context).readUIntBE(0, 6) % bound;
}

const uuidPattern = /^(?:urn:uuid:)?\{?([0-9a-f]{8})-([0-9a-f]{4})-([0-9a-f]{4})-([0-9a-f]{4})-([0-9a-f]{12})\}?$/i;
const barePattern = /^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/i;
/** Hundreds of nanoseconds from the beginning of the Gregorian calendar to 1970. */
const gregorianStart = 122_192_928_000_000_000n;
const domains = ['Person', 'Group', 'Org'];

function variantOf(clock: number): string {
  if (clock >> 14 === 2) return 'RFC4122';
  if (clock >> 13 === 6) return 'Microsoft';
  return clock >> 13 === 7 ? 'Future' : 'Reserved';
}
function parseUuid(text: string): RegoValue | undefined {
  const match = uuidPattern.exec(text) ?? barePattern.exec(text);
  if (!match) return undefined;
  const [low, middle, high, clock, node] = match.slice(1) as [string, string, string, string, string];
  const version = Number.parseInt(high[0] as string, 16);
  const result: [string, RegoValue][] = [
    ['version', version],
    ['variant', variantOf(Number.parseInt(clock, 16))],
  ];
  if (version !== 1 && version !== 2) return objectOf(result);
  const ticks = BigInt(`0x${high.slice(1)}${middle}${low}`);
  const first = Number.parseInt(node.slice(0, 2), 16);
  const octets = (node.match(/../g) as string[]).map((octet) => octet.toLowerCase());
  result.push(
    ['time', normalizeNumber((ticks - gregorianStart) * 100n)],
    ['nodeid', octets.join('-')],
    ['macvariables', `${first & 2 ? 'local' : 'global'}:${first & 1 ? 'multicast' : 'unicast'}`],
    ['clocksequence', Number.parseInt(clock, 16) & 0x3fff],
  );
  if (version === 2) result.push(['id', Number.parseInt(low, 16)], ['domain', domains[Number.parseInt(clock.slice(2), 16)] ?? 'Unknown']);
  return objectOf(result);
}

export const identifierBuiltins: readonly Builtin[] = [
  defineBuiltin('uuid.parse', 1, ([text]) => parseUuid(asString(text))),
  defineBuiltin('uuid.rfc4122', 1, ([key], context) => createUuid(keyOf(key), context)),
];
/** Pseudo-random numbers that are the same for one key within one evaluation. */
export const randomBuiltins: readonly Builtin[] = [
  defineBuiltin('rand.intn', 2, ([text, limit], context) => randomInteger(asString(text), limit, context)),
];
