import type { LogScope } from '../log/scope.ts';
import type { TokenBucket } from './token-bucket.ts';

/** Logs refused streams within the rate of the bucket; those in between are counted in the next line. */
export const createDenialLog = (scope: LogScope, bucket: TokenBucket): ((reason: string) => void) => {
  let kept = 0;
  return (reason) => {
    if (!bucket.tryTake()) {
      kept += 1;
      return;
    }
    scope.warn(`NewConnection: auth check failed: ${reason}${kept > 0 ? ` (repeated ${kept} times).` : ''}`);
    kept = 0;
  };
};
