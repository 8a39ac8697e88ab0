import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';

/**
 * The fingerprint of a write-only value: `scrypt$COST$SALT$DIGITS`. The salt is its own, COST is the binary logarithm of scrypt's N
 * (r = 8, p = 1), and DIGITS are the first 20 bits in base 16: too few to confirm a guess, enough to notice a change (one in a million
 * goes unnoticed). docs/decisions/0031 has the reasons.
 */
type Fingerprint = string;

const digits = 5;
/** 2^15: 32 MB and about 0.1 s for each of the first 64 values; half of it for each doubling of their number, down to 2^10. */
const [highestCost, lowestCost, fullCostCount] = [15, 10, 64];
let createdCount = 0;

/** The cost of the nth fingerprint of a process: all of them together grow with the logarithm of their number. */
export const fingerprintCost = (nth: number): number => Math.max(lowestCost, highestCost - Math.floor(Math.log2(1 + nth / fullCostCount)));

const compute = (value: unknown, cost: number, salt: Buffer): Promise<string> =>
  new Promise((resolve, reject) => {
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    scrypt(text, salt, 16, { N: 2 ** cost, r: 8, p: 1, maxmem: 2 ** (cost + 11) }, (error, key) =>
      error ? reject(error) : resolve(key.toString('hex').slice(0, digits)),
    );
  });

export const createFingerprint = async (value: unknown, cost = fingerprintCost(createdCount++)): Promise<Fingerprint> => {
  const salt = randomBytes(16);
  return `scrypt$${cost}$${salt.toString('base64')}$${await compute(value, cost, salt)}`;
};

/** False for a fingerprint of another form, as well. */
export const matchesFingerprint = async (fingerprint: Fingerprint | undefined, value: unknown): Promise<boolean> => {
  const [, cost, salt, known] = /^scrypt\$(1[0-5])\$([A-Za-z0-9+/=]{24})\$([0-9a-f]{5})$/.exec(fingerprint ?? '') ?? [];
  if (cost === undefined) return false;
  return timingSafeEqual(Buffer.from(known!), Buffer.from(await compute(value, Number(cost), Buffer.from(salt!, 'base64'))));
};
