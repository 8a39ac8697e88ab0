import type { Resource } from '@slipway/declarations/declare';
import { deleteByEndpoints } from './delete.ts';
import { findByImportForms } from './find.ts';
import type { ResourceOperations } from './apply-operation.ts';
import { putByEndpoints } from './put.ts';
import { readByEndpoints } from './read.ts';

/** The four operations, derived from the endpoints. An override replaces one of them: `{ ...endpointOperations(r), put }`. */
export const endpointOperations = (resource: Resource): ResourceOperations => {
  const read = readByEndpoints(resource);
  return {
    read,
    put: putByEndpoints(read),
    delete: deleteByEndpoints(resource),
    find: (text, context) => findByImportForms(resource, text, context),
  };
};
