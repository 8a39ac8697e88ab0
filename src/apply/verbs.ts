import type { Resource } from '../declare/index.ts';
import { deleteByRows } from './delete.ts';
import { findByForms } from './find.ts';
import type { Verbs } from './job.ts';
import { putByRows } from './put.ts';
import { readByRows } from './read.ts';

/** The four verbs, derived from endpoint rows. A resource that needs one by hand keeps the rest: `{ ...verbsByRows(r), put }`. */
export const verbsByRows = (resource: Resource): Verbs => {
  const read = readByRows(resource);
  return { read, put: putByRows(read), delete: deleteByRows(resource), find: (text, around) => findByForms(resource, text, around) };
};
