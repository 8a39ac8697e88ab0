import { createHmac, constants, createPrivateKey, sign, timingSafeEqual, verify } from 'node:crypto';
import {
  compareNumbers,
  entriesOf,
  formatJson,
  getField,
  isArray,
  isNumber,
  isString,
  multiply,
  objectOf,
  parseJson,
  type ObjectValue,
  type RegoValue,
} from '../values/index.ts';
import { parsePublicKeys, selectKeys, type TokenKey } from './token-keys.ts';
import { asObject, asString, defineBuiltin, typeMismatch, type Builtin, type BuiltinContext } from './builtin.ts';

const fail = (): never => {
  throw typeMismatch;
};
/** Bytes of base64 for addresses, with or without padding. @throws typeMismatch */
function decodeBase64Url(text: string): Buffer {
  const bare = text.replace(/={1,2}$/, '');
  return /^[A-Za-z0-9_-]*$/.test(bare) && bare.length % 4 !== 1 ? Buffer.from(bare, 'base64url') : fail();
}
function parseObject(text: string): ObjectValue {
  try {
    return asObject(parseJson(text));
  } catch {
    return fail();
  }
}

interface Token {
  readonly header: ObjectValue;
  readonly payload: string;
  readonly signature: Buffer;
  /** What the signature signs. */
  readonly signed: string;
}
function splitToken(text: string): Token {
  const parts = text.split('.');
  const [header = '', payload = '', signature = ''] = parts;
  if (parts.length !== 3) fail();
  const parsed = parseObject(decodeBase64Url(header).toString());
  // Encrypted tokens are not read.
  if (getField(parsed, 'enc') !== undefined) fail();
  return {
    header: parsed,
    payload: decodeBase64Url(payload).toString(),
    signature: decodeBase64Url(signature),
    signed: `${header}.${payload}`,
  };
}
/** A member of a header that is a text; empty where it is not there. @throws typeMismatch */
const headerText = (header: ObjectValue, name: string): string => asString(getField(header, name) ?? '');
/** The innermost token: the payload of a token with the content type `JWT` is another one, which may be quoted. */
function decodeToken(text: string, depth = 0): Token {
  const token = splitToken(text);
  if (headerText(token.header, 'cty') !== 'JWT') return token;
  return depth > 3 ? fail() : decodeToken(token.payload.replace(/^["']+|["']+$/g, ''), depth + 1);
}

type Family = 'HS' | 'RS' | 'PS' | 'ES';
const families: Readonly<Record<Family, string>> = { HS: 'secret', RS: 'rsa', PS: 'rsa', ES: 'ec' };
const paddingOf = (family: Family) => ({
  padding: family === 'PS' ? constants.RSA_PKCS1_PSS_PADDING : constants.RSA_PKCS1_PADDING,
  saltLength: constants.RSA_PSS_SALTLEN_AUTO,
});
function hasSignature(family: Family, size: string, { header, signed, signature }: Token, keys: readonly TokenKey[]): boolean {
  return selectKeys(keys, headerText(header, 'kid'), headerText(header, 'alg')).some(({ key }) => {
    if (key?.asymmetricKeyType !== families[family]) return false;
    const options = family === 'ES' ? { key, dsaEncoding: 'ieee-p1363' as const } : { key, ...paddingOf(family) };
    return verify(`sha${size}`, Buffer.from(signed), options, signature);
  });
}
function hasSecret(size: string, { signed, signature }: Token, secret: string | Buffer): boolean {
  const expected = createHmac(`sha${size}`, secret).update(signed).digest();
  return expected.length === signature.length && timingSafeEqual(expected, signature);
}
const defineVerification = (family: Family, size: string): Builtin =>
  defineBuiltin(`io.jwt.verify_${family.toLowerCase()}${size}`, 2, ([text, key]) => {
    const token = splitToken(asString(text));
    return family === 'HS' ? hasSecret(size, token, asString(key)) : hasSignature(family, size, token, parsePublicKeys(asString(key)));
  });

const knownConstraints = new Set(['cert', 'secret', 'alg', 'iss', 'aud', 'time']);
const isAlgorithm = (name: string): boolean => /^(HS|RS|PS|ES)(256|384|512)$/.test(name);

type Credentials = { readonly keys: readonly TokenKey[] } | { readonly secret: string };
/** What signed a token: public keys or a secret, and not both. @throws typeMismatch */
function readCredentials(constraints: ObjectValue): Credentials {
  const [cert, secret] = [getField(constraints, 'cert'), asString(getField(constraints, 'secret') ?? '')];
  const keys = cert === undefined ? undefined : parsePublicKeys(asString(cert));
  if ((keys === undefined) === (secret === '')) return fail();
  return keys ? { keys } : { secret };
}
/** Whether the signature is valid. @throws typeMismatch for an unknown algorithm, and for a secret where a key is needed. */
function isSigned(token: Token, algorithm: string, credentials: Credentials): boolean {
  if (!isAlgorithm(algorithm)) return fail();
  const [family, size] = [algorithm.slice(0, 2) as Family, algorithm.slice(2)];
  if ('keys' in credentials) return hasSignature(family, size, token, credentials.keys);
  return family === 'HS' ? hasSecret(size, token, credentials.secret) : fail();
}
const knownHeaders = new Set<RegoValue>(['alg', 'kid', 'typ', 'cty', 'crit']);
/** Whether a parameter that must be understood is one that is not. @throws typeMismatch when they are not listed. */
function hasUnknownCritical(header: ObjectValue): boolean {
  const critical = getField(header, 'crit');
  if (critical === undefined) return false;
  if (!isArray(critical) || !critical.some(isString)) return fail();
  return critical.some((name) => isString(name) && !knownHeaders.has(name) && getField(header, name) !== undefined);
}
/** The innermost token, when each around it has a valid signature too; otherwise undefined. */
function verifyToken(text: string, constraints: ObjectValue, credentials: Credentials): Token | undefined {
  const token = splitToken(text);
  const algorithm = headerText(token.header, 'alg');
  const expected = asString(getField(constraints, 'alg') ?? '');
  headerText(token.header, 'typ');
  if (hasUnknownCritical(token.header) || algorithm === '' || (expected !== '' && expected !== algorithm)) return undefined;
  if (!isSigned(token, algorithm, credentials)) return undefined;
  return headerText(token.header, 'cty').toUpperCase() === 'JWT' ? verifyToken(token.payload, constraints, credentials) : token;
}
/** Seconds of a claim, in nanoseconds. */
const nanosecondsOf = (seconds: RegoValue) => (isNumber(seconds) ? multiply(seconds, 1_000_000_000) : fail());
function hasAudience(audience: RegoValue | undefined, expected: string): boolean {
  if (audience === undefined) return expected === '';
  return isArray(audience) ? audience.includes(expected) : audience === expected;
}
function meetsConstraints(claims: ObjectValue, constraints: ObjectValue, now: bigint): boolean {
  const [issuer, audience] = ['iss', 'aud'].map((name) => asString(getField(constraints, name) ?? '')) as [string, string];
  if (issuer !== '' && getField(claims, 'iss') !== issuer) return false;
  if (!hasAudience(getField(claims, 'aud'), audience)) return false;
  const given = getField(constraints, 'time');
  const time = given === undefined ? now : given;
  if (!isNumber(time) || compareNumbers(time, 0) < 0) return fail();
  const [expiry, start] = [getField(claims, 'exp'), getField(claims, 'nbf')].map((each) =>
    each === undefined ? undefined : nanosecondsOf(each),
  );
  if (expiry !== undefined && compareNumbers(time, expiry) >= 0) return false;
  return start === undefined || compareNumbers(time, start) >= 0;
}
function decodeAndVerify(text: RegoValue, rules: RegoValue, { now }: BuiltinContext): RegoValue {
  const [constraints, refused] = [asObject(rules), [false, objectOf([]), objectOf([])]];
  for (const [name] of entriesOf(constraints)) if (!isString(name) || !knownConstraints.has(name)) fail();
  const token = verifyToken(asString(text), constraints, readCredentials(constraints));
  if (!token) return refused;
  const claims = parseObject(token.payload);
  return meetsConstraints(claims, constraints, now) ? [true, token.header, claims] : refused;
}

function signToken(header: string, payload: string, key: ObjectValue): string {
  const algorithm = getField(parseObject(header), 'alg');
  const type = getField(parseObject(header), 'typ');
  if (!isString(algorithm ?? null) || !isAlgorithm(algorithm as string)) return fail();
  if (type === undefined || type === 'JWT') parseObject(payload);
  const [family, size] = [(algorithm as string).slice(0, 2) as Family, (algorithm as string).slice(2)];
  const signed = `${Buffer.from(header).toString('base64url')}.${Buffer.from(payload).toString('base64url')}`;
  const isSecret = getField(key, 'kty') === 'oct';
  if (isSecret !== (family === 'HS')) return fail();
  if (isSecret) {
    const secret = decodeBase64Url(asString(getField(key, 'k')));
    return `${signed}.${createHmac(`sha${size}`, secret).update(signed).digest('base64url')}`;
  }
  try {
    const parsed = createPrivateKey({ key: JSON.parse(formatJson(key)) as never, format: 'jwk' });
    const options =
      family === 'ES'
        ? { key: parsed, dsaEncoding: 'ieee-p1363' as const }
        : { key: parsed, ...paddingOf(family), saltLength: Number(size) / 8 };
    return `${signed}.${sign(`sha${size}`, Buffer.from(signed), options).toString('base64url')}`;
  } catch {
    return fail();
  }
}

export const tokenBuiltins: readonly Builtin[] = [
  defineBuiltin('io.jwt.decode', 1, ([text]) => {
    const { header, payload, signature } = decodeToken(asString(text));
    return [header, parseObject(payload), signature.toString('hex')];
  }),
  defineBuiltin('io.jwt.decode_verify', 2, ([text, constraints], context) => decodeAndVerify(text, constraints, context)),
  defineBuiltin('io.jwt.encode_sign', 3, ([header, claims, key]) =>
    signToken(formatJson(asObject(header)), formatJson(asObject(claims)), asObject(key)),
  ),
  defineBuiltin('io.jwt.encode_sign_raw', 3, ([header, claims, key]) =>
    signToken(asString(header), asString(claims), parseObject(asString(key))),
  ),
  ...(['HS', 'RS', 'PS', 'ES'] as const).flatMap((family) => ['256', '384', '512'].map((size) => defineVerification(family, size))),
];
