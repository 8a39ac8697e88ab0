import { type LogLevel, logLevels, type ScopeName, scopeDescriptions } from '../log/scope.ts';
import type { ScopeSettings } from '../log/scope-settings.ts';
import { type TopicResponse, methodNotAllowed, type Topic } from './topic.ts';

interface ScopeDescription {
  readonly name: string;
  readonly description: string;
  readonly output_level: LogLevel;
  readonly stack_trace_level: LogLevel;
  readonly log_callers: boolean;
}
const describeScope = (name: ScopeName, { output, stack, caller }: ScopeSettings): ScopeDescription => ({
  name,
  description: scopeDescriptions[name],
  output_level: output,
  stack_trace_level: stack,
  log_callers: caller,
});
const isLevel = (value: unknown): value is LogLevel => (logLevels as readonly unknown[]).includes(value);

const createBadRequest = (error: string): TopicResponse => ({ status: 400, json: { error } });

/** Takes what of a scope is named, and only when all of it can be taken. */
const changeScope = (settings: ScopeSettings, body: string): TopicResponse => {
  let wanted: unknown;
  try {
    wanted = JSON.parse(body);
  } catch {
    return createBadRequest('expected JSON, such as {"output_level": "debug"}');
  }
  if (typeof wanted !== 'object' || wanted === null || Array.isArray(wanted))
    return createBadRequest('expected an object, such as {"output_level": "debug"}');
  const {
    output_level: output = settings.output,
    stack_trace_level: stack = settings.stack,
    log_callers: caller = settings.caller,
  } = wanted as Partial<ScopeDescription>;
  if (!isLevel(output) || !isLevel(stack))
    return createBadRequest(`expected one of ${logLevels.join(', ')} as output_level and stack_trace_level`);
  if (typeof caller !== 'boolean') return createBadRequest('expected true or false as log_callers');
  Object.assign(settings, { output, stack, caller });
  return { status: 202 };
};

/** What is logged, scope by scope; what is put holds from the next line on. */
export const createScopesTopic = (settings: ReadonlyMap<ScopeName, ScopeSettings>): Topic => ({
  name: 'scope',
  title: 'Logging scopes',
  description: 'How loud each part of the program is. What is changed here holds until the program ends.',
  page: () => ({
    tables: [
      {
        head: ['Scope', 'About', 'Output level', 'Stack trace level', 'Callers', 'Set the output level'],
        rows: [...settings].map(([name, one]) => {
          const { description, output_level: output, stack_trace_level: stack, log_callers: callers } = describeScope(name, one);
          const next = output === 'debug' ? 'info' : 'debug';
          return [
            name,
            description,
            output,
            stack,
            callers,
            { text: next, put: `/scopej/${name}`, body: JSON.stringify({ output_level: next }) },
          ];
        }),
      },
    ],
  }),
  json: ({ method, path: rest, body }) => {
    if (rest === '')
      return method === 'GET' ? { status: 200, json: [...settings].map(([name, one]) => describeScope(name, one)) } : methodNotAllowed;
    const one = settings.get(rest as ScopeName);
    if (!one) return createBadRequest(`unknown scope name: ${rest}`);
    return method === 'GET' ? { status: 200, json: describeScope(rest as ScopeName, one) } : changeScope(one, body);
  },
});
