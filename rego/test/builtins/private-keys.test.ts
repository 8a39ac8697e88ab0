import { generateKeyPairSync } from 'node:crypto';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { evaluateExpression } from '../support.ts';

const test = suite('rego builtins: private keys');
const ask = (key: unknown): unknown => evaluateExpression('crypto.x509.parse_rsa_private_key(input)', { input: key });

const { privateKey: rsa, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const { privateKey: curve } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const jwk = rsa.export({ format: 'jwk' });

test('an RSA key is a JWK, from PEM of either form, also in base64', () => {
  const pem = rsa.export({ format: 'pem', type: 'pkcs8' }) as string;
  assert.equal(Object.keys(jwk).sort(), ['d', 'dp', 'dq', 'e', 'kty', 'n', 'p', 'q', 'qi']);
  assert.is(jwk.kty, 'RSA');
  assert.equal(ask(pem), jwk);
  assert.equal(ask(rsa.export({ format: 'pem', type: 'pkcs1' })), jwk);
  assert.equal(ask(Buffer.from(pem).toString('base64')), jwk);
  assert.equal(ask((publicKey.export({ format: 'pem', type: 'spki' }) as string) + pem), jwk);
});
test('the first key counts, whatever it is', () => {
  const pem = curve.export({ format: 'pem', type: 'sec1' }) as string;
  assert.equal(ask(pem + (rsa.export({ format: 'pem', type: 'pkcs1' }) as string)), curve.export({ format: 'jwk' }));
});
test('PEM without a private key is null; what is no PEM, or no key, has no value', () => {
  assert.is(ask(publicKey.export({ format: 'pem', type: 'spki' })), null);
  assert.is(ask('-----BEGIN RSA PRIVATE KEY-----\nAAAA\n-----END RSA PRIVATE KEY-----\n'), undefined);
  for (const text of ['', 'x', '%%%%', 7]) assert.is(ask(text), undefined);
});
test.run();
