import { createHash } from 'node:crypto';
import type { TestResponse } from '../support.ts';
import type { WorkspaceTestService } from './support.ts';

export const md5Of = (text: string): string => createHash('md5').update(text).digest('hex');
export const toBase64 = (value: unknown): string =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64');

const boat = (index: number, color: string) => ({ index_key: index, attributes: { id: `b${index}`, color } });
export const renderStateFile = (serial: number, ...colors: readonly string[]): string =>
  JSON.stringify({
    version: 4,
    terraform_version: '1.11.4',
    serial,
    lineage: 'lin-1',
    outputs: {
      names: { value: ['a', 'b'], type: ['list', 'string'] },
      code: { value: 'under the mat', type: 'string', sensitive: true },
    },
    resources: [
      { mode: 'data', type: 'harbor_tide', name: 'now', provider: 'provider["harbor.test/x/harbor"]', instances: [{}] },
      {
        mode: 'managed',
        type: 'harbor_boat',
        name: 'small',
        module: 'module.dock',
        provider: 'provider["harbor.test/x/harbor"]',
        instances: colors.map((color, index) => boat(index, color)),
      },
      {
        mode: 'managed',
        type: 'terraform_data',
        name: 'note',
        provider: 'provider["terraform.io/builtin/terraform"]',
        instances: [{ attributes: {} }],
      },
    ],
  });

export const postState = (service: WorkspaceTestService, id: string, attributes: object, relationships?: object): Promise<TestResponse> =>
  service.request(`POST /workspaces/${id}/state-versions`, {
    data: { type: 'state-versions', attributes, ...(relationships ? { relationships } : {}) },
  });
export const writeStateFile = (
  service: WorkspaceTestService,
  id: string,
  serial: number,
  ...colors: readonly string[]
): Promise<TestResponse> => postState(service, id, { serial, state: toBase64(renderStateFile(serial, ...colors)) });
export const createLockedWorkspace = async (service: WorkspaceTestService): Promise<string> => {
  const id = await service.createWorkspaceId('web');
  await service.request(`POST /workspaces/${id}/actions/lock`);
  return id;
};
