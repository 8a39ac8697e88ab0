import { createHash } from 'node:crypto';
import type { Finding } from '../../finding.ts';

/** The identity of a finding across runs, without its line. Repeated findings of one place are numbered. */
export const fingerprints = (): ((finding: Finding) => string) => {
  const seen = new Map<string, number>();
  return ({ file, rule, pointer, message }) => {
    const hash = createHash('sha256')
      .update(JSON.stringify([file, rule, pointer, message]))
      .digest('hex')
      .slice(0, 32);
    const count = (seen.get(hash) ?? 0) + 1;
    seen.set(hash, count);
    return `${hash}:${count}`;
  };
};
