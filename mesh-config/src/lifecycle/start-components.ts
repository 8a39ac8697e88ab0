import type { Component } from './component.ts';

/** Stops all in reverse order; failures are passed to `failed` and stop nothing else. */
export const stopComponents = async (
  components: readonly Component[],
  failed: (component: Component, error: unknown) => void,
): Promise<void> => {
  for (const component of components.toReversed())
    await component.stop().catch((error: unknown) => {
      failed(component, error);
    });
};

/** Starts in order. When one cannot, those that did are stopped and its error is thrown. */
export const startComponents = async (
  components: readonly Component[],
  failed: (component: Component, error: unknown) => void,
): Promise<void> => {
  for (const [index, component] of components.entries()) {
    try {
      await component.start();
    } catch (error) {
      await stopComponents(components.slice(0, index), failed);
      throw error;
    }
  }
};
