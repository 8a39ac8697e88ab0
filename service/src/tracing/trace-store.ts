import type { Store } from '../store/store.ts';
import { findCurrentSpan } from './current-span.ts';
import { noteOrigins } from './span-origins.ts';
import type { Tracer } from './tracer.ts';

/**
 * The store, with each unit of work of a span as a span below it. What waits for others, and the commit, is in the unit's own time. What is
 * done later keeps the span in which it was asked for.
 */
export const traceStore = (store: Store, tracer: Tracer): Store => ({
  ...store,
  read: (work, options) => tracer.traceUnit('store.read', (within) => store.read((view) => within(() => work(view)), options)),
  write: (work, organizations) => {
    const origin = findCurrentSpan()?.context;
    return tracer.traceUnit('store.write', (within) =>
      store.write((tx) => within(() => work(origin?.isSampled ? noteOrigins(tx, origin) : tx)), organizations),
    );
  },
});
