import { isRecord } from '@slipway/declarations/record';
import { type ErrorObject, throwIfInvalid } from '../../http/problem.ts';
import type { RequestContext } from '../../http/route.ts';
import { type JsonObject, parseDocument } from '../../json-api/parse-document.ts';
import type { TaskReport } from '../runs/gates/attach-task-stage.ts';
import type { TaskResultOutcome } from '../runs/gates/stored.ts';
import { httpUrlKind } from '../http-url-kind.ts';

const statuses = ['running', 'passed', 'failed'] as const;
const maxOutcomes = 100;
const maxTextLength = 100_000;

const isText = (value: unknown, most: number): boolean => typeof value === 'string' && value.length <= most;
const isUrl = (value: unknown): boolean => value === undefined || value === null || value === '' || httpUrlKind.accepts(value);

const findOutcomeFaults = (outcome: unknown, at: string): readonly ErrorObject[] => {
  const attributes = isRecord(outcome) ? outcome['attributes'] : undefined;
  if (!isRecord(attributes)) return [{ detail: 'expected {"type": "task-result-outcomes", "attributes": {…}}', pointer: at }];
  const { 'outcome-id': id, description, url, body, tags } = attributes;
  return [
    ...(isText(id, 255) && id !== '' ? [] : [{ detail: 'expected a text of 1 to 255 characters', pointer: `${at}/attributes/outcome-id` }]),
    ...(isText(description, 1000)
      ? []
      : [{ detail: 'expected a text of at most 1000 characters', pointer: `${at}/attributes/description` }]),
    ...(isUrl(url) ? [] : [{ detail: `expected ${httpUrlKind.description}`, pointer: `${at}/attributes/url` }]),
    ...(body === undefined || body === null || isText(body, maxTextLength)
      ? []
      : [{ detail: `expected a text of at most ${maxTextLength} characters`, pointer: `${at}/attributes/body` }]),
    ...(tags === undefined || tags === null || (isRecord(tags) && Object.keys(tags).length <= 50)
      ? []
      : [{ detail: 'expected an object with at most 50 members', pointer: `${at}/attributes/tags` }]),
  ];
};

/** `{"Severity": [{"label", "level"}]}` as documents have it: `[{"label": "Severity", "value": […]}]`. */
const toTagList = (tags: unknown): unknown => (isRecord(tags) ? Object.entries(tags).map(([label, value]) => ({ label, value })) : null);

const toOutcome = (ctx: RequestContext, { attributes }: { readonly attributes: JsonObject }): TaskResultOutcome => ({
  id: ctx.newId('tro'),
  outcomeId: attributes['outcome-id'] as string,
  description: attributes['description'] as string,
  tags: toTagList(attributes['tags']),
  url: (attributes['url'] as string | null | undefined) || null,
  body: (attributes['body'] as string | null | undefined) ?? null,
});

/** Under the name that integrations use, or that of the documents. */
const readOutcomes = (relationships: JsonObject): { readonly list: readonly unknown[]; readonly pointer: string } => {
  const name = relationships['outcomes'] === undefined ? 'task-result-outcomes' : 'outcomes';
  const pointer = `/data/relationships/${name}/data`;
  const relationship = relationships[name];
  if (relationship === undefined) return { list: [], pointer };
  const data = isRecord(relationship) ? relationship['data'] : undefined;
  if (!Array.isArray(data) || data.length > maxOutcomes)
    throwIfInvalid([{ detail: `expected a list of at most ${maxOutcomes} outcomes`, pointer }]);
  return { list: data as readonly unknown[], pointer };
};

/** Parses a task's report on a run. `before`: the existing outcomes, which are kept unless one with the same ID is sent. Throws 422. */
export const parseTaskReport = (ctx: RequestContext, before: readonly TaskResultOutcome[]): TaskReport => {
  const { attributes, relationships } = parseDocument(ctx, 'task-results', 'task_results');
  const { status, message, url } = attributes;
  const { list, pointer } = readOutcomes(relationships);
  throwIfInvalid([
    ...(statuses.includes(status as never)
      ? []
      : [{ detail: `expected one of ${statuses.join(', ')}`, pointer: '/data/attributes/status' }]),
    ...(message === undefined || message === null || isText(message, 10_000)
      ? []
      : [{ detail: 'expected a text of at most 10000 characters', pointer: '/data/attributes/message' }]),
    ...(isUrl(url) ? [] : [{ detail: `expected ${httpUrlKind.description}`, pointer: '/data/attributes/url' }]),
    ...list.flatMap((outcome, index) => findOutcomeFaults(outcome, `${pointer}/${index}`)),
  ]);
  const outcomes = (list as readonly { readonly attributes: JsonObject }[]).map((one) => toOutcome(ctx, one));
  const named = new Set(outcomes.map(({ outcomeId }) => outcomeId));
  return {
    status: status as (typeof statuses)[number],
    ...(typeof message === 'string' ? { message } : {}),
    ...(typeof url === 'string' && url !== '' ? { url } : {}),
    ...(outcomes.length > 0 ? { outcomes: [...before.filter(({ outcomeId }) => !named.has(outcomeId)), ...outcomes] } : {}),
  };
};
