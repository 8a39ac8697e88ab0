import type { Resource, SourceEvent } from '../resources/resource.ts';
import type { Processor } from '../processing/processor.ts';

/** Resources that no message can carry, and that are not served: analysis reports what is wrong with them. */
export interface UnconvertibleResources {
  /** Records the events that are passed to `emit`. */
  tap(emit: (event: SourceEvent) => void): (event: SourceEvent) => void;
  /** Resources as they are written, which are not what is processed in their place. */
  current(): readonly Resource[];
}

const resourceKeyOf = (collection: string, name: string): string => `${collection} ${name}`;

/** `changed` is called when there may be other ones. */
export const trackUnconvertible = (
  { resources, isSynced }: Pick<Processor, 'resources' | 'isSynced'>,
  changed: () => void,
): UnconvertibleResources => {
  const written = new Map<string, Resource>();
  const isServed = (one: Resource): boolean => resources(one.collection).get(one.name) === one;
  return {
    tap: (emit) => (event) => {
      emit(event);
      if (event.kind === 'reset') written.clear();
      else if (event.kind === 'full-sync') {
        if (written.size > 0) changed();
      } else if (event.kind === 'deleted') {
        if (written.delete(resourceKeyOf(event.collection, event.name))) changed();
      } else {
        const { resource } = event;
        const key = resourceKeyOf(resource.collection, resource.name);
        const was = written.has(key);
        // Until its collection is synced, the events do not show all resources.
        if (isServed(resource)) written.delete(key);
        else written.set(key, resource);
        if (isSynced(resource.collection) && (was || written.has(key))) changed();
      }
    },
    current: () => {
      for (const [key, one] of written) if (isSynced(one.collection) && isServed(one)) written.delete(key);
      return [...written.values()];
    },
  };
};
