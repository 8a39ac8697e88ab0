import type { ReviewVersion } from './admission-review.ts';

export interface ReviewResponse {
  readonly allowed: boolean;
  /** The reason. */
  readonly message?: string;
  readonly warnings?: readonly string[];
}

/** The bytes of a response, in the version of the request: an API server accepts no other. */
export const encodeReviewResponse = (apiVersion: ReviewVersion, uid: string, { allowed, message, warnings = [] }: ReviewResponse): string =>
  JSON.stringify({
    apiVersion,
    kind: 'AdmissionReview',
    response: { uid, allowed, ...(message === undefined ? {} : { status: { message } }), ...(warnings.length > 0 ? { warnings } : {}) },
  });
