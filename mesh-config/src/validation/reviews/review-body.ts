import { encodeReviewResponse } from './review-response.ts';
import { parseReview, type GroupVersionResource } from './admission-review.ts';
import { reviewRequest, type ReviewOptions, type ReviewResult } from './review-request.ts';

/** The facts about a review for the log and the metrics. */
export interface ReviewSummary {
  readonly operation: string;
  readonly resource: GroupVersionResource;
  readonly name: string;
  readonly namespace: string;
  readonly result: Pick<ReviewResult, 'allowed' | 'message' | 'outcome'>;
}
/** An answer: plain data, so that it can come from another thread. `fault`: why the body is no review. */
export type ReviewedBody = { readonly text: string } & ({ readonly fault: string } | { readonly summary: ReviewSummary });

/** Responds to the body of a review. Never throws. */
export const reviewBody = (body: Uint8Array, options: ReviewOptions): ReviewedBody => {
  const review = parseReview(body);
  if ('fault' in review) {
    const fault = `could not decode body: ${review.fault}`;
    return { fault, text: encodeReviewResponse(review.apiVersion, review.uid, { allowed: false, message: fault }) };
  }
  const result = reviewRequest(review, options);
  const { operation, resource, name, namespace } = review;
  const { allowed, message, outcome } = result;
  const summary = { operation, resource, name, namespace, result: { allowed, outcome, ...(message === undefined ? {} : { message }) } };
  return { summary, text: encodeReviewResponse(review.apiVersion, review.uid, result) };
};
