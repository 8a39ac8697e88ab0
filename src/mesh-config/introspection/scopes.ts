import { type LogLevel, levels, type ScopeName, scopeDescriptions } from '../log/scope.ts';
import type { ScopeSettings } from '../log/options.ts';
import { type Answer, notAllowed, type Topic } from './topic.ts';

interface Shown { readonly name: string; readonly description: string; readonly output_level: LogLevel; readonly stack_trace_level: LogLevel; readonly log_callers: boolean }
const shown = (name: ScopeName, { output, stack, caller }: ScopeSettings): Shown => ({ name, description: scopeDescriptions[name], output_level: output, stack_trace_level: stack, log_callers: caller });
const isLevel = (value: unknown): value is LogLevel => (levels as readonly unknown[]).includes(value);

const wrong = (error: string): Answer => ({ status: 400, json: { error } });

/** Takes what of a scope is named, and only when all of it can be taken. */
const change = (settings: ScopeSettings, body: string): Answer => {
  let wanted: unknown;
  try { wanted = JSON.parse(body); } catch { return wrong('expected JSON, such as {"output_level": "debug"}'); }
  if (typeof wanted !== 'object' || wanted === null || Array.isArray(wanted)) return wrong('expected an object, such as {"output_level": "debug"}');
  const { output_level: output = settings.output, stack_trace_level: stack = settings.stack, log_callers: caller = settings.caller } = wanted as Partial<Shown>;
  if (!isLevel(output) || !isLevel(stack)) return wrong(`expected one of ${levels.join(', ')} as output_level and stack_trace_level`);
  if (typeof caller !== 'boolean') return wrong('expected true or false as log_callers');
  Object.assign(settings, { output, stack, caller });
  return { status: 202 };
};

/** What is logged, scope by scope; what is put holds from the next line on. */
export const scopes = (settings: ReadonlyMap<ScopeName, ScopeSettings>): Topic => ({
  name: 'scope', title: 'Logging scopes', about: 'How loud each part of the program is. What is changed here holds until the program ends.',
  page: () => ({
    tables: [{
      head: ['Scope', 'About', 'Output level', 'Stack trace level', 'Callers', 'Set the output level'],
      rows: [...settings].map(([name, one]) => {
        const { description, output_level: output, stack_trace_level: stack, log_callers: callers } = shown(name, one);
        const next = output === 'debug' ? 'info' : 'debug';
        return [name, description, output, stack, callers, { text: next, put: `/scopej/${name}`, body: JSON.stringify({ output_level: next }) }];
      }),
    }],
  }),
  json: ({ method, rest, body }) => {
    if (rest === '') return method === 'GET' ? { status: 200, json: [...settings].map(([name, one]) => shown(name, one)) } : notAllowed;
    const one = settings.get(rest as ScopeName);
    if (!one) return wrong(`unknown scope name: ${rest}`);
    return method === 'GET' ? { status: 200, json: shown(rest as ScopeName, one) } : change(one, body);
  },
});
