import type { ReviewVersion } from './admission-review.ts';

export interface ReviewResponse {
  readonly allowed: boolean;
  /** Why not. */
  readonly message?: string;
  readonly warnings?: readonly string[];
}

/** The bytes of an answer: of the version that was asked in, since an API server takes no other. */
export const encodeReviewResponse = (apiVersion: ReviewVersion, uid: string, { allowed, message, warnings = [] }: ReviewResponse): string =>
  JSON.stringify({
    apiVersion,
    kind: 'AdmissionReview',
    response: { uid, allowed, ...(message === undefined ? {} : { status: { message } }), ...(warnings.length > 0 ? { warnings } : {}) },
  });
