/** One listener of a service. Who listens exports it; who puts the service together gathers all of them. */
export interface ServiceListener {
  readonly kind: symbol;
  readonly listener: unknown;
}

/** The listeners of one service, by kind. Every context has those of its service: nothing is registered in a module. */
export type Listeners = ReadonlyMap<symbol, readonly unknown[]>;

/** A kind of notification. Its listeners are functions, or objects of functions, of type `L`. */
export interface ListenerKind<L> {
  listen(listener: L): ServiceListener;
  /** The listeners of this kind, in the order in which they were gathered. */
  among(listeners: Listeners): readonly L[];
}

const none: readonly never[] = [];

/** Creates a kind of listener. The module that notifies declares it, and so needs no import of those that listen. `name`: for debuggers. */
export const createListenerKind = <L>(name: string): ListenerKind<L> => {
  const kind = Symbol(name);
  return {
    listen: (listener) => ({ kind, listener }),
    // Only `listen` creates listeners of this kind, so the type holds.
    among: (listeners) => (listeners.get(kind) as readonly L[] | undefined) ?? none,
  };
};

export const gatherListeners = (gathered: readonly ServiceListener[]): Listeners => {
  const listeners = new Map<symbol, unknown[]>();
  for (const { kind, listener } of gathered) listeners.set(kind, [...(listeners.get(kind) ?? []), listener]);
  return listeners;
};
