import type { AnalysisResult } from '../analysis/analyze.ts';
import { type Diagnostic, documentPointerOf } from '../analysis/diagnostic.ts';
import { methodNotAllowed, type Topic } from './topic.ts';

const toJson = (one: Diagnostic) => {
  const {
    code,
    level,
    kind,
    resource: { collection, name, origin },
    line,
    message,
    documentation,
  } = one;
  return {
    code,
    level,
    origin: `${kind} ${name}`,
    collection,
    source: origin.source,
    ...(line === undefined ? {} : { line }),
    pointer: documentPointerOf(one),
    message,
    documentation_url: documentation,
  };
};

/** The findings of the newest analysis; `?code=` and `?level=` filter them. */
export const createAnalysisTopic = (current: () => AnalysisResult | undefined): Topic => {
  const chosen = (query: URLSearchParams): readonly Diagnostic[] => {
    const [code, level] = [query.get('code'), query.get('level')];
    return (current()?.diagnostics ?? []).filter(
      (one) => (!code || one.code === code) && (!level || one.level.toLowerCase() === level.toLowerCase()),
    );
  };
  return {
    name: 'analysis',
    title: 'Analysis',
    description: 'What is found wrong in the resources that are published.',
    page: (query) => ({
      tables: [
        {
          caption: 'Findings',
          head: ['Code', 'Level', 'Resource', 'Where', 'Message'],
          rows: chosen(query).map((one) => [
            { text: one.code, href: one.documentation },
            one.level,
            `${one.kind} ${one.resource.name}`,
            `${one.resource.origin.source}${one.line === undefined ? '' : `:${one.line}`} ${documentPointerOf(one)}`,
            one.message,
          ]),
        },
        {
          caption: 'Skipped analyzers',
          head: ['Analyzer', 'Collections that are not known here'],
          rows: (current()?.skipped ?? []).map(({ analyzer, missing }) => [analyzer, missing.join(', ')]),
        },
      ],
    }),
    json: ({ method, path: rest, query }) =>
      method === 'GET' && rest === ''
        ? {
            status: 200,
            json: { Done: current() !== undefined, Diagnostics: chosen(query).map(toJson), Skipped: current()?.skipped ?? [] },
          }
        : methodNotAllowed,
  };
};
