import { newId } from '../../../src/store/new-id.ts';
import type { PipelineTest } from '../../ci/pipelines/support.ts';
import { startTime } from '../../ci/support.ts';

export const named = (item: any): string => item.name;
export const times = { createdAt: startTime, updatedAt: startTime };
/** What nothing but a seed or a deployment writes: by the store. */
export const stored = ({ store }: PipelineTest, kind: string, scope: string, body: (name: string) => object) => ({
  add: (name: string) => store.write((tx) => tx.insert({ id: newId('uuid'), kind, scope, key: name, name, body: body(name) })),
  remove: (name: string) =>
    store.write(async (tx) => {
      await tx.delete(kind, (await tx.getByKey(kind, scope, name))!.id);
    }),
});
export const remembered = (make: (name: string) => Promise<string>, drop: (id: string) => Promise<unknown>) => {
  const ids = new Map<string, string>();
  return {
    add: async (name: string) => {
      ids.set(name, await make(name));
    },
    remove: (name: string) => drop(ids.get(name)!),
  };
};
