import { throwIfInvalid } from '../../http/problem.ts';
import type { JsonObject } from '../../json-api/parse-document.ts';
import { validateTypes } from '../../json-api/validate-types.ts';

/** Attributes of the hosted service's documents that no declaration of a resource has. They are stored and returned without effect. */
export const requireKeptAttributes = (attributes: JsonObject): void =>
  throwIfInvalid(validateTypes(attributes, { 'project-remote-state': 'flag?', 'hyok-enabled': 'flag?' }, false));
