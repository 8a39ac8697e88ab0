import { parseJsonBody, readBody } from '../http/body.ts';
import { Problem } from '../http/problem.ts';
import type { Route } from '../http/route.ts';
import type { ApiDefinition } from './api-definition.ts';
import type { RequestPipeline, RequestState } from './request-state.ts';
import { limitWarnings } from './warning-header.ts';

/** Each specification has its own status for a body that cannot be read: where it is not 400, this replaces it. */
const withMalformedStatus = <T>(status: ApiDefinition['malformedBodyStatus'], read: () => T): T => {
  try {
    return read();
  } catch (error) {
    if (status === undefined || !(error instanceof Problem) || error.status !== 400) throw error;
    throw new Problem(status, error.errors, error.headers);
  }
};

/** Reads the body into the neutral dialect, and lists the deprecated fields it uses. Throws 413, 415, or the status of a malformed body. */
export const parseBody = (pipeline: RequestPipeline, state: RequestState, route: Route): void => {
  const { definition } = pipeline;
  const read = <T>(parse: () => T): T => withMalformedStatus(definition.malformedBodyStatus, parse);
  const text = read(() => readBody(state.request, route, definition.mediaType));
  const { dialect } = state;
  state.body = definition.fromDialect(
    read(() => parseJsonBody(text)),
    dialect,
  );
  state.warnings = limitWarnings(definition.findDeprecations(route, state.body, (pointer) => definition.renderPointer(pointer, dialect)));
};
