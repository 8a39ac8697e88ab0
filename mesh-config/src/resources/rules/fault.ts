import { type DocumentNode, getNode, isPresent, numberOf } from '../document-node.ts';
import { validateDuration } from './grammar/durations.ts';
import { type Violations, violationAt } from './rule.ts';

const leastPercentage = 0.0001;

function* validatePercentage(place: DocumentNode): Violations {
  const node = getNode(place, 'percentage', 'value');
  const value = numberOf(node);
  if (value !== undefined && value !== 0 && !(value >= leastPercentage && value <= 100))
    yield violationAt(node, `percentage ${value} is not in range 0, ${leastPercentage}..100`);
}

function* validateDelay(delay: DocumentNode): Violations {
  yield* validatePercentage(delay);
  const fixed = getNode(delay, 'fixedDelay');
  if (fixed.value === null) yield violationAt(fixed, 'nil Duration: write a duration, such as 5s');
  else yield* validateDuration(fixed);
  const exponential = getNode(delay, 'exponentialDelay');
  if (exponential.value !== undefined) yield violationAt(exponential, 'exponentialDelay fault injection not supported yet');
}

function* validateAbort(abort: DocumentNode): Violations {
  yield* validatePercentage(abort);
  const status = numberOf(getNode(abort, 'httpStatus'));
  if (status !== undefined && (status < 200 || status > 600))
    yield violationAt(getNode(abort, 'httpStatus'), `HTTP status ${status} is not in range 200-599`);
  for (const field of ['grpcStatus', 'http2Error'])
    if (getNode(abort, field).value !== undefined)
      yield violationAt(getNode(abort, field), `${field} abort fault injection not supported yet`);
}

export function* validateFault(fault: DocumentNode): Violations {
  if (!isPresent(fault)) return;
  const [delay, abort] = [getNode(fault, 'delay'), getNode(fault, 'abort')];
  if (!isPresent(delay) && !isPresent(abort)) yield violationAt(fault, 'HTTP fault injection must have an abort and/or a delay');
  yield* validateDelay(delay);
  yield* validateAbort(abort);
}
