/** One listener of a service. Who listens exports it; who puts the service together gathers all of them. */
export interface ServiceListener {
  readonly kind: symbol;
  readonly listener: unknown;
}

/** The listeners of one service, by kind. Every context has those of its service: nothing is registered in a module. */
export type Listeners = ReadonlyMap<symbol, readonly unknown[]>;

/** What is told to listeners of one kind, as functions of type `L`. */
export interface ListenerKind<L> {
  listen(listener: L): ServiceListener;
  /** In the order in which they were gathered. */
  among(listeners: Listeners): readonly L[];
}

const none: readonly never[] = [];

/** A kind of listener. Whoever notifies declares it: it imports none of those that listen. `name`: for debuggers. */
export const createListenerKind = <L>(name: string): ListenerKind<L> => {
  const kind = Symbol(name);
  return {
    listen: (listener) => ({ kind, listener }),
    // `listen` alone makes listeners of this kind.
    among: (listeners) => (listeners.get(kind) as readonly L[] | undefined) ?? none,
  };
};

export const gatherListeners = (gathered: readonly ServiceListener[]): Listeners => {
  const listeners = new Map<symbol, unknown[]>();
  for (const { kind, listener } of gathered) listeners.set(kind, [...(listeners.get(kind) ?? []), listener]);
  return listeners;
};
