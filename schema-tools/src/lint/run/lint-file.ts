import { type Decoded, decode, formatOf, lineIndex, readSource } from '../../documents/index.ts';
import type { Source } from '../../documents/source.ts';
import { SchemaError } from '../../index.ts';
import { type Finders, findSchemas, providersOnce, SchemaProblem, schemaStore, type TerraformSchemas } from '../find-schema/index.ts';
import type { Concerns } from '../across/across.ts';
import type { Finding } from '../finding.ts';
import { mentionsDirectives } from '../ignores/directive.ts';
import { judgeSource } from '../judge/index.ts';
import { aboutFile, type Done, type Job, nothingDone } from './job.ts';
import { type Small, TooMuch } from '../files/small.ts';
import { readWhole, Unreadable } from '../files/read-file.ts';
import { shownFrom } from '../files/shown.ts';
import { shownText } from './shown-text.ts';

export interface Linter { lint(job: Job): Promise<Done>; /** Reads schemas anew from now on. */ forget(): void }

const atPlace = (problem: SchemaProblem, job: Job): Finding => ({
  file: problem.file === job.file ? job.judge.file : shownFrom(process.cwd(), problem.file), ...problem.region,
  pointer: problem.pointer, rule: 'schema', severity: 'error', message: problem.message,
});

const gathered = ({ documents, text }: Source, concerns: Concerns): Done['across'] => {
  const concerned = documents.flatMap(({ value }, document) => (concerns(value) ? [{ document, value }] : []));
  return concerned.length > 0 ? { documents: concerned, directives: mentionsDirectives(text) } : undefined;
};

/** Whether a text that was given, if one was, is what its file holds. */
async function isAsSaved({ file, text: typed, bytes }: Job, text: string): Promise<boolean> {
  if (typed === undefined && bytes === undefined) return true;
  try { return decode(await readWhole(file)).text === text; } catch (error) {
    if (error instanceof Unreadable) return false;
    throw error;
  }
}

/**
 * Lints files one after the other, keeping compiled schemas. `own`: the schemas of blocks that the program brings along. With `small`,
 * what is more than that throws TooMuch. `concerns`: which documents are judged with those of other files.
 */
export function linter(own?: () => Promise<TerraformSchemas>, small?: Small, concerns?: () => Promise<Concerns>): Linter {
  const within: Small['within'] = small ? small.within : (work) => work();
  const fresh = (): Finders => ({ store: schemaStore(small?.bytes), providers: providersOnce(own, small?.bytes) });
  let finders = fresh();

  async function judged(source: Source, job: Job): Promise<Done> {
    const { associations, choices, problems, files } = await findSchemas(source, job.file, job.find, finders);
    if (job.describe) {
      const described = (await import('../describe/describe.ts')).describe(source, associations, job.describe);
      return { findings: [], undone: problems.length > 0, known: true, choices, files, ...(described ? { described } : {}) };
    }
    const across = job.gather && concerns ? gathered(source, await concerns()) : undefined;
    const said = within(() => judgeSource(source, associations, job.judge));
    const findings = [...problems.map((problem) => atPlace(problem, job)), ...job.wantEdits ? await (await import('../fix/index.ts')).withEdits(said, source, associations, job.judge) : said];
    // A document that says it is a schema may fulfil its meta-schema and yet refer to nowhere.
    const itself = choices.some(({ how }) => how === 'meta-schema') && !findings.some(({ severity }) => severity === 'error');
    if (itself && await isAsSaved(job, source.text)) findings.push(...await faultsAsSchema(job));
    return {
      findings, undone: problems.length > 0, known: across !== undefined || choices.length === 0 || choices.some(({ how }) => how !== 'none'), choices, files,
      ...(job.wantText && findings.length > 0 ? { text: within(() => shownText(source, associations)) } : {}), ...(across ? { across } : {}),
    };
  }
  async function faultsAsSchema(job: Job): Promise<readonly Finding[]> {
    try { await finders.store.load(job.file, job.find); return []; } catch (error) {
      if (error instanceof SchemaProblem) return [atPlace(error, job)];
      throw error;
    }
  }

  async function lint(job: Job): Promise<Done> {
    const format = formatOf(job.file) ?? job.format;
    if (format === undefined) return nothingDone(job.judge.file, 'This file has none of the names by which JSON, YAML and TOML are known (.json, .jsonc, .yaml, .yml, .toml).');
    let decoded: Decoded;
    try { decoded = job.text === undefined ? decode(job.bytes ?? await readWhole(job.file)) : { text: job.text, encoding: 'utf-8' }; } catch (error) {
      if (error instanceof Unreadable) return nothingDone(job.judge.file, error.message);
      throw error;
    }
    const { text, encoding, fault } = decoded;
    if (fault) {
      const finding: Finding = { file: job.judge.file, ...lineIndex(text).region(fault), pointer: '', rule: 'syntax', severity: 'error', message: fault.message };
      return { ...nothingDone(job.judge.file, ''), findings: [finding], undone: false, ...(job.wantText ? { text } : {}) };
    }
    try {
      if (small && !small.isShallow(text)) throw new TooMuch();
      const source = await within(() => readSource(text, format));
      const done = await judged(source, job);
      if (!job.fix) return done;
      const { fix } = await import('../fix/index.ts');
      const { associations } = await findSchemas(source, job.file, job.find, finders);
      const { text: mended, fixed } = await fix(source, associations, job.judge);
      if (fixed.length === 0 || mended === text) return done;
      const again = await judged(await readSource(mended, format), job);
      return { ...again, fixed: { text: mended, before: text, encoding, count: fixed.length } };
    } catch (error) {
      if (error instanceof SchemaError) return { ...nothingDone(job.judge.file, ''), findings: [aboutFile(job.judge.file, error.message, 'schema')] };
      if (!small && error instanceof RangeError && /call stack|nested deeper/.test(error.message)) return nothingDone(job.judge.file, 'This file, or its schema, is nested too deeply to be judged; more than 10,000 levels are not promised.');
      throw error;
    }
  }
  return { lint, forget: () => { finders = fresh(); } };
}
