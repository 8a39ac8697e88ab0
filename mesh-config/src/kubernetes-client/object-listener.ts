import type { KubernetesObject } from './kubernetes-object.ts';

/**
 * Receives the objects of a collection. A list is started (`onListStart`), each of its objects is passed to `onObject`, and the list ends
 * (`onListEnd`): an object that was there before and was not passed in between is deleted.
 */
export interface ObjectListener {
  onListStart(): void;
  /** An object of the list, or one that a watch reports as added or modified. */
  onObject(object: KubernetesObject): void;
  onListEnd(): void;
  /** A watch reports that the object is deleted. */
  onDelete(object: KubernetesObject): void;
}
