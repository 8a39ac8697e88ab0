import type { TestService, TestServiceOptions } from './library/test-service.ts';

export type * from './library/test-service.ts';

/**
 * Starts the service. Throws the sentence of what is wrong: with the seed (its path or `seed`, and the line), the store, or the port.
 */
export const startService = async (options: TestServiceOptions = {}): Promise<TestService> =>
  (await import('./library/start-test-service.ts')).startTestService(options);
