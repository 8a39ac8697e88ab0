import { type DocumentNode, isPresent, textOf } from '../../document-node.ts';
import { toNanoseconds } from '../../messages/protobuf-duration.ts';
import { type Violations, violationAt } from '../rule.ts';

const millisecond = 1_000_000n,
  second = 1_000_000_000n;

/** A duration of at least 1 ms, in whole milliseconds. */
export function* validateDuration(node: DocumentNode): Violations {
  if (!isPresent(node)) return;
  const nanoseconds = toNanoseconds(textOf(node) ?? '');
  if (nanoseconds === undefined) return;
  if (nanoseconds < millisecond) yield violationAt(node, 'duration must be greater than 1ms');
  else if (nanoseconds % millisecond !== 0n) yield violationAt(node, 'only durations to ms precision are supported');
}

/** Requires at least 1 s, and a whole number of seconds. */
export function* validateWholeSeconds(node: DocumentNode): Violations {
  const nanoseconds = toNanoseconds(textOf(node) ?? '');
  if (nanoseconds !== undefined && (nanoseconds < second || nanoseconds % second !== 0n))
    yield violationAt(node, 'expected a duration of whole seconds, at least 1s');
}
