import { createHmac, timingSafeEqual } from 'node:crypto';
import { asString, type Builtin, defineBuiltin } from './builtin.ts';

const defineHmac = (algorithm: 'md5' | 'sha1' | 'sha256' | 'sha512'): Builtin =>
  defineBuiltin(`crypto.hmac.${algorithm}`, 2, ([message, key]) =>
    createHmac(algorithm, asString(key)).update(asString(message)).digest('hex'),
  );

export const signatureBuiltins: readonly Builtin[] = [
  defineHmac('md5'),
  defineHmac('sha1'),
  defineHmac('sha256'),
  defineHmac('sha512'),
  defineBuiltin('crypto.hmac.equal', 2, ([left, right]) => {
    const [first, second] = [Buffer.from(asString(left)), Buffer.from(asString(right))];
    return first.length === second.length && timingSafeEqual(first, second);
  }),
];
