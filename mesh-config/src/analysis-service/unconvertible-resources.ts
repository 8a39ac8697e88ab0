import type { Resource, SourceEvent } from '../resources/resource.ts';
import type { Processor } from '../processing/processor.ts';

/** What a source told and nobody is served, as no message can carry it: analysis says of these what is wrong with them. */
export interface UnconvertibleResources {
  /** Notes what goes through to `tell`. */
  tap(tell: (event: SourceEvent) => void): (event: SourceEvent) => void;
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
    tap: (tell) => (event) => {
      tell(event);
      if (event.kind === 'reset') written.clear();
      else if (event.kind === 'full-sync') {
        if (written.size > 0) changed();
      } else if (event.kind === 'deleted') {
        if (written.delete(resourceKeyOf(event.collection, event.name))) changed();
      } else {
        const { resource } = event;
        const key = resourceKeyOf(resource.collection, resource.name);
        const was = written.has(key);
        // Until its collection is whole, what is told is not yet what there is.
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
