import { providerFunction, ArgumentError, string } from '../../../declare/index.ts';

export const encodeFingerprint = providerFunction('encode_fingerprint', {
  summary: 'A fingerprint as a part of an address.',
  doc:
    'For addresses that are written by hand, such as that of a checkout key: a SHA-256 fingerprint holds characters that mean ' +
    'something else there. Resources and data sources take fingerprints as they are.',
  parameters: [
    { name: 'fingerprint', doc: 'The fingerprint, MD5 (`aa:bb:…`) or SHA-256 (`SHA256:…`, or its base64 alone).', kind: string },
  ],
  returns: string,
  call: (fingerprint: string) => {
    if (!/^([0-9a-f]{2}(:[0-9a-f]{2}){15}|(SHA256:)?[A-Za-z0-9+/]{43}=?)$/.test(fingerprint))
      throw new ArgumentError(0, `expected an MD5 or a SHA-256 fingerprint; given ${JSON.stringify(fingerprint)}`);
    return encodeURIComponent(fingerprint);
  },
});
