import type { LogScope } from '../log/scope.ts';
import type { TokenBucket } from './token-bucket.ts';

/** Tells of streams that were refused, but no more often than the bucket lets: what was not told is counted in the next line. */
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
