import { status } from '@grpc/grpc-js';
import type { RequestResources } from './messages.ts';

/** The collection of the response that a source sends first on a stream that it has opened, so that the sink begins. */
export const triggerCollection = '$triggerCollection';

/** Whether a sink refuses the trigger, as expected. Any other response to it requests a collection that does not exist. */
export const isTriggerAnswer = ({ collection, errorDetail }: RequestResources): boolean =>
  collection === triggerCollection && errorDetail?.code === status.UNIMPLEMENTED;
