import { createPrivateKey, X509Certificate } from 'node:crypto';
import { createSecureContext } from 'node:tls';
import { fc } from '@slipway/test-support/seed';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createTemporaryCertificate } from '../../protocol/go-plugin/certificate.ts';
import { integer, objectIdentifier } from '../../protocol/go-plugin/der.ts';

const test = suite('throw-away certificate');

test('is a certificate that OpenSSL reads, signed by its own key, for localhost', () => {
  for (let i = 0; i < 20; i++) {
    const { der, pem, key } = createTemporaryCertificate(new Date('2030-01-31T12:30:00Z'));
    const read = new X509Certificate(der);
    assert.is(read.subject, 'CN=localhost');
    assert.is(read.issuer, 'CN=localhost');
    assert.is(read.subjectAltName, 'DNS:localhost');
    assert.is(read.checkHost('localhost'), 'localhost');
    assert.is(read.validFrom, 'Jan 30 12:30:00 2030 GMT');
    assert.is(read.validTo, 'Jan 31 12:30:00 2031 GMT');
    assert.is(read.ca, true);
    assert.equal(read.keyUsage, ['1.3.6.1.5.5.7.3.1', '1.3.6.1.5.5.7.3.2']);
    assert.ok(read.verify(read.publicKey));
    assert.ok(read.checkPrivateKey(createPrivateKey(key)));
    assert.is(read.publicKey.asymmetricKeyDetails?.namedCurve, 'prime256v1');
    assert.is(new X509Certificate(pem).fingerprint256, read.fingerprint256);
  }
});

test('is one that a TLS server takes, however long its signature is', () => {
  const lengths = new Set<number>();
  for (let i = 0; i < 300; i++) {
    const { der, pem, key } = createTemporaryCertificate();
    lengths.add(der.length);
    createSecureContext({ cert: pem, key });
  }
  assert.ok(lengths.size > 1, 'signatures of one length only');
});

test('is another one every time', () => {
  assert.is.not(
    new X509Certificate(createTemporaryCertificate().der).serialNumber,
    new X509Certificate(createTemporaryCertificate().der).serialNumber,
  );
});

test('a positive number never reads as a negative one', () => {
  assert.is(integer(Buffer.from([0x7f])).toString('hex'), '02017f');
  assert.is(integer(Buffer.from([0x80])).toString('hex'), '02020080');
});

test('identifiers of objects are these bytes', () => {
  assert.is(objectIdentifier('1.2.840.10045.4.3.2').toString('hex'), '06082a8648ce3d040302');
  assert.is(objectIdentifier('2.5.29.17').toString('hex'), '0603551d11');
  fc.assert(
    fc.property(fc.array(fc.nat(2 ** 31 - 1), { minLength: 1, maxLength: 5 }), (arcs) => {
      const bytes = objectIdentifier(`1.3.${arcs.join('.')}`).subarray(3);
      const read: number[] = [];
      let value = 0n;
      for (const byte of bytes) {
        value = value * 128n + BigInt(byte & 0x7f);
        if (byte < 0x80) {
          read.push(Number(value));
          value = 0n;
        }
      }
      assert.equal(read, arcs);
    }),
  );
});

test.run();
