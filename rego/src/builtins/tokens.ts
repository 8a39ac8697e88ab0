import {
  createHmac,
  createPublicKey,
  constants,
  createPrivateKey,
  sign,
  timingSafeEqual,
  verify,
  X509Certificate,
  type KeyObject,
} from 'node:crypto';
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
/** A token whose payload may be another token. */
function decodeToken(text: string, depth = 0): Token & { readonly claims: ObjectValue } {
  const token = splitToken(text);
  const type = getField(token.header, 'cty');
  if (isString(type ?? null) && (type as string).toUpperCase() === 'JWT')
    return depth > 3 ? fail() : decodeToken(token.payload.replaceAll('"', ''), depth + 1);
  return { ...token, claims: parseObject(token.payload) };
}

/** The public keys of a PEM text (a key or certificates), a key as JSON, or a set of them. @throws typeMismatch */
function parsePublicKeys(text: string): readonly KeyObject[] {
  try {
    if (text.includes('-----BEGIN CERTIFICATE-----')) return [new X509Certificate(text).publicKey];
    if (text.includes('-----BEGIN PUBLIC KEY-----')) return [createPublicKey(text)];
    const plain = JSON.parse(text) as { keys?: object[] };
    return (plain.keys ?? [plain]).map((key) => createPublicKey({ key: key as never, format: 'jwk' }));
  } catch {
    return fail();
  }
}

type Family = 'HS' | 'RS' | 'PS' | 'ES';
const families: Readonly<Record<Family, string>> = { HS: 'secret', RS: 'rsa', PS: 'rsa', ES: 'ec' };
const paddingOf = (family: Family) => ({
  padding: family === 'PS' ? constants.RSA_PKCS1_PSS_PADDING : constants.RSA_PKCS1_PADDING,
  saltLength: constants.RSA_PSS_SALTLEN_AUTO,
});
function hasSignature(family: Family, size: string, { signed, signature }: Token, keys: readonly KeyObject[]): boolean {
  return keys.some((key) => {
    if (key.asymmetricKeyType !== families[family]) return false;
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

/** Whether the signature is valid under the constraints; undefined keys or several of them are errors. */
function isSigned(token: Token, constraints: ObjectValue, algorithm: string): boolean {
  const [cert, secret] = [getField(constraints, 'cert'), getField(constraints, 'secret')];
  if ((cert === undefined) === (secret === undefined)) return fail();
  const keys = cert === undefined ? [] : parsePublicKeys(asString(cert));
  if (secret !== undefined) asString(secret);
  const expected = getField(constraints, 'alg');
  if ((expected !== undefined && asString(expected) !== algorithm) || !isAlgorithm(algorithm)) return false;
  const [family, size] = [algorithm.slice(0, 2) as Family, algorithm.slice(2)];
  if (family !== 'HS' && cert === undefined) return fail();
  if (family === 'HS') return secret !== undefined && hasSecret(size, token, asString(secret));
  if (keys.length === 1 && keys[0]?.asymmetricKeyType !== families[family]) return fail();
  return hasSignature(family, size, token, keys);
}
/** Seconds of a claim, in nanoseconds. */
const nanosecondsOf = (seconds: RegoValue) => (isNumber(seconds) ? multiply(seconds, 1_000_000_000) : fail());
function hasAudience(audience: RegoValue | undefined, expected: RegoValue | undefined): boolean {
  if (audience === undefined || expected === undefined) return audience === expected;
  return isArray(audience) ? audience.includes(expected) : audience === expected;
}
function meetsConstraints(claims: ObjectValue, constraints: ObjectValue, now: bigint): boolean {
  const issuer = getField(constraints, 'iss');
  if (issuer !== undefined && getField(claims, 'iss') !== asString(issuer)) return false;
  if (!hasAudience(getField(claims, 'aud'), getField(constraints, 'aud'))) return false;
  const time = getField(constraints, 'time') ?? now;
  if (!isNumber(time)) return fail();
  const [expiry, start] = [getField(claims, 'exp'), getField(claims, 'nbf')].map((each) =>
    each === undefined ? undefined : nanosecondsOf(each),
  );
  if (expiry !== undefined && compareNumbers(time, expiry) >= 0) return false;
  return start === undefined || compareNumbers(time, start) >= 0;
}
function decodeAndVerify(text: RegoValue, rules: RegoValue, { now }: BuiltinContext): RegoValue {
  const [constraints, refused] = [asObject(rules), [false, objectOf([]), objectOf([])]];
  for (const [name] of entriesOf(constraints)) if (!isString(name) || !knownConstraints.has(name)) fail();
  const token = decodeToken(asString(text));
  const algorithm = getField(token.header, 'alg');
  if (!isSigned(token, constraints, isString(algorithm ?? null) ? (algorithm as string) : '')) return refused;
  return meetsConstraints(token.claims, constraints, now) ? [true, token.header, token.claims] : refused;
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
    const { header, claims, signature } = decodeToken(asString(text));
    return [header, claims, signature.toString('hex')];
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
