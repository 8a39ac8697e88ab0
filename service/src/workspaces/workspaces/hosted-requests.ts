import type { RequestContext } from '../../http/route.ts';
import { isObject, type JsonObject } from '../../json-api/parse-document.ts';
import type { ExecutionMode } from './stored.ts';

const isFilled = (value: unknown): boolean => Array.isArray(value) && value.length > 0;
const isChosen = (value: unknown): boolean => value !== undefined && value !== null;

/** Makes the ways of starting runs by paths or tags exclusive: a non-empty one clears those that the request does not name. */
const normalizeTriggers = (attributes: { [name: string]: unknown }): void => {
  const repository = attributes['vcs-repo'];
  const [patterns, prefixes] = [attributes['trigger-patterns'], attributes['trigger-prefixes']];
  const regex = isObject(repository) ? repository['tags-regex'] : undefined;
  if ((isChosen(prefixes) || regex) && patterns === undefined) attributes['trigger-patterns'] = [];
  if ((isChosen(patterns) || regex) && prefixes === undefined) attributes['trigger-prefixes'] = [];
  if ((isFilled(patterns) || isFilled(prefixes)) && isObject(repository) && regex === undefined)
    attributes['vcs-repo'] = { ...repository, 'tags-regex': null };
};

/** Makes time and duration exclusive: setting one clears the other. A time of null without a duration clears both. */
const normalizeAutoDestroy = (attributes: { [name: string]: unknown }): void => {
  const [time, duration] = ['auto-destroy-at', 'auto-destroy-activity-duration'] as const;
  if (attributes[time] !== undefined && attributes[duration] === undefined) attributes[duration] = null;
  if (isChosen(attributes[duration]) && attributes[time] === undefined) attributes[time] = null;
};

/** `operations` is the former spelling of the mode; clients send it together with `setting-overwrites`. */
const normalizeMode = (attributes: { [name: string]: unknown }, before: ExecutionMode | undefined): void => {
  const { operations } = attributes;
  if (typeof operations !== 'boolean' || attributes['execution-mode'] !== undefined) return;
  delete attributes['operations'];
  attributes['execution-mode'] = operations ? (before === undefined || before === 'local' ? 'remote' : before) : 'local';
};

/** Clients of the hosted service write an empty text for the connection that is not used. */
const omitEmptyIds = (repository: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(repository).filter(([name, value]) => value !== '' || !name.endsWith('-id')));

/**
 * A request of the hosted dialect in the words of the specification: clients of the hosted service write an empty ID for no pool, and
 * count on one setting taking the place of another. `before`: the mode that applies now.
 */
export const normalizeHostedRequest = <C extends Pick<RequestContext, 'dialect' | 'body'>>(ctx: C, before?: ExecutionMode): C => {
  const { body } = ctx;
  const data = isObject(body) ? body['data'] : undefined;
  if (ctx.dialect !== 'hosted' || !isObject(data) || !isObject(data['attributes'])) return ctx;
  const attributes: { [name: string]: unknown } = { ...(data['attributes'] as JsonObject) };
  if (attributes['agent-pool-id'] === '') attributes['agent-pool-id'] = null;
  if (isObject(attributes['vcs-repo'])) attributes['vcs-repo'] = omitEmptyIds(attributes['vcs-repo']);
  normalizeMode(attributes, before);
  normalizeTriggers(attributes);
  normalizeAutoDestroy(attributes);
  return { ...ctx, body: { ...(body as JsonObject), data: { ...data, attributes } } };
};
