import type { NewRecord } from '../../../src/store/store.ts';

/** A workspace in `acme` unless said otherwise; its key and name are its id unless said otherwise. */
export const createDraft = <B = unknown>(id: string, more: Partial<NewRecord<B>> = {}): NewRecord<B> => ({
  id,
  kind: 'workspaces',
  scope: 'acme',
  key: more.name ?? id,
  name: id,
  body: {} as B,
  ...more,
});

export const listIds = (page: { readonly records: readonly { readonly id: string }[] }): string[] => page.records.map(({ id }) => id);

/** The error of a promise that must fail. */
export const catchError = async (promise: Promise<unknown>): Promise<Error> => {
  try {
    await promise;
  } catch (error) {
    return error as Error;
  }
  throw new Error('it should have failed');
};
