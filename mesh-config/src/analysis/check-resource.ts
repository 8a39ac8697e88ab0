import type { Resource } from '../resources/resource.ts';
import type { AnalysisContext, Analyzer, Finding } from './analyzer.ts';

/** What an analyzer may spend on one resource. */
export const checkBudget = { milliseconds: 5000, findings: 1000 } as const;

const aboutAnalyzer = (message: string): Finding => ({ code: 'IST0001', pointer: '', message });
const formatError = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/**
 * The findings of one analyzer in one resource; if the analyzer fails, a finding about the failure, and if it spends its budget, one
 * about that. Yields where other work may be done.
 */
export function* checkResource(
  analyzer: Analyzer,
  resource: Resource,
  given: AnalysisContext,
  budget: { readonly milliseconds: number; readonly findings: number } = checkBudget,
): Generator<undefined, readonly Finding[]> {
  const found: Finding[] = [];
  const end = (reason: string): readonly Finding[] => [
    ...found,
    aboutAnalyzer(`The analyzer ${analyzer.name} ended before the end of this resource: ${reason}. Split it into smaller resources`),
  ];
  try {
    const steps = analyzer.check(resource, given)[Symbol.iterator]();
    for (let spent = 0; ;) {
      const began = performance.now();
      const step = steps.next();
      if (step.done) return found;
      if (step.value) {
        if (found.length >= budget.findings) return end(`it has more than ${budget.findings} findings`);
        found.push(step.value);
      }
      spent += performance.now() - began;
      if (spent > budget.milliseconds) return end(`it takes longer than ${budget.milliseconds / 1000} s`);
      yield;
    }
  } catch (error) {
    const message = `The analyzer ${analyzer.name} failed at this resource (${formatError(error)}). `;
    return [aboutAnalyzer(`${message}This is a bug in Slipway; please report it.`)];
  }
}
