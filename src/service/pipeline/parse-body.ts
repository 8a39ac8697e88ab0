import { parseJsonBody, readBody } from '../http/body.ts';
import type { Route } from '../http/route.ts';
import { detectDialect } from './match-route.ts';
import type { RequestPipeline, RequestState } from './request-state.ts';
import { limitWarnings } from './warning-header.ts';

/** Reads the body into the neutral dialect, and lists the deprecated fields it uses. Throws 413, 415 or 400. */
export const parseBody = (pipeline: RequestPipeline, state: RequestState, route: Route): void => {
  const { definition } = pipeline;
  const text = readBody(state.request, route, definition.mediaType);
  const dialect = (state.dialect = detectDialect(pipeline, state.request, typeof text === 'string' ? text : undefined));
  state.body = definition.fromDialect(parseJsonBody(text), dialect);
  state.warnings = limitWarnings(definition.findDeprecations(route, state.body, (pointer) => definition.renderPointer(pointer, dialect)));
};
