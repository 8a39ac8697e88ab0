import { createProjectId } from '../creators.ts';
import { document, one } from '../documents.ts';
import { createTestService, type TestService } from '../support.ts';

export interface StackTestService extends TestService {
  /** The ID of the project `shop`. */
  readonly shop: string;
  /** The ID of a new stack; in `shop` unless it is another project. */
  createStackId(name: string, attributes?: object, project?: string): Promise<string>;
}

/** The service in the hosted dialect, with a clock that stands, with an organization whose owners enabled stacks. */
export const createStackTestService = async (): Promise<StackTestService> => {
  const service = await createTestService({ profile: 'hosted' });
  service.clock.freeze(new Date('2026-05-01T12:00:00.000Z'));
  await service.request('PATCH /organizations/acme', document('organizations', { 'stacks-enabled': true }));
  const shop = await createProjectId(service, 'shop');
  return {
    ...service,
    shop,
    createStackId: async (name, attributes = {}, project = shop) =>
      (await service.create('POST /stacks', document('stacks', { name, ...attributes }, { project: one('projects', project) }))).id,
  };
};
