import { readFileSync } from 'node:fs';
import { findTooDeep } from '@slipway/schema-tools/yaml';
import { isMap, isScalar, LineCounter, parseDocument, Parser } from 'yaml';
import { toNewNames, type Values } from '@slipway/declarations/declare';
import { deprecatedFields } from '@slipway/declarations/deprecated/deprecated-fields';
import { json, yaml } from '@slipway/declarations/derive/config-language';
import type { AttributePath } from '@slipway/declarations/attribute-path';
import { omitNulls } from '@slipway/declarations/derive/omit-nulls';
import { validateConfig } from '@slipway/declarations/derive/validate-config';
import { findJsonExcess } from '../http/bounded-json.ts';
import type { ServiceSettings } from '../http/route.ts';
import { packed } from './generated/schemas.ts';
import { SeedError } from './seed-error.ts';
import { seedBlock, type SeedFile, seedShape } from './shape.ts';

export interface Seed {
  readonly file: string;
  readonly content: SeedFile;
  readonly settings: Partial<ServiceSettings>;
  /** The deprecated members of the file, a sentence each, with file and line. */
  readonly warnings: readonly string[];
  lineOf(path: readonly (string | number)[]): number | undefined;
}

const steps = (path: AttributePath): readonly (string | number)[] => path.map((step) => (typeof step === 'object' ? step.key : step));

const parseSettings = (settings: SeedFile['settings']): Partial<ServiceSettings> => {
  const {
    edition,
    tier,
    global_remote_state: globalRemoteState,
    workspace_admins_force_delete: workspaceAdminsForceDelete,
    assessments_enforced: assessmentsEnforced,
    engine_versions: engineVersions,
    rate_limit: rateLimit,
    run_status_milliseconds: runStatusMilliseconds,
    ci_page_size: ciPageSize,
    private_destinations: privateDestinations,
    ci_private_webhooks: ciPrivateWebhooks,
    ci_status_milliseconds: ciStatusMilliseconds,
    opa,
    public_url: publicUrl,
    trusted_proxies: trustedProxies,
    runs,
  } = settings ?? {};
  return Object.fromEntries(
    Object.entries({
      edition,
      tier,
      globalRemoteState,
      workspaceAdminsForceDelete,
      assessmentsEnforced,
      engineVersions,
      rateLimit,
      runStatusMilliseconds,
      ciPageSize,
      privateDestinations,
      ciPrivateWebhooks,
      ciStatusMilliseconds,
      opa,
      publicUrl,
      trustedProxies,
      runs,
    }).filter(([, value]) => value !== undefined && value !== null),
  );
};

type FindLine = Seed['lineOf'];

/** Validates the content of a seed. Throws SeedError for the first error. `language`: the one in which messages quote. */
export const checkSeed = (file: string, content: unknown, lineOf: FindLine = () => undefined, language = json): Seed => {
  if (typeof content !== 'object' || content === null || Array.isArray(content))
    throw new SeedError(file, 1, 'expected a map with organizations, and users and settings where wanted');
  const [fault] = validateConfig({ attributes: seedShape }, content as SeedFile & { readonly [name: string]: unknown }, language);
  if (fault) throw new SeedError(file, lineOf(steps(fault.path)), `${fault.summary}: ${fault.detail}`);
  const warnings = deprecatedFields(seedBlock, omitNulls(content as Values), packed).map(
    ({ path, summary, detail }) => `${file}:${lineOf(steps(path)) ?? 1}: ${summary}: ${detail}`,
  );
  const seed = toNewNames(seedShape, content as Values) as unknown as SeedFile;
  if (seed.organizations!.length === 0) throw new SeedError(file, lineOf(['organizations']), 'organizations: expected at least one');
  return { file, content: seed, settings: parseSettings(seed.settings), warnings, lineOf };
};

/** Levels of nesting: a seed has eight. The YAML parser recurses, and would end the process where the stack ends. */
const maxDepth = 64;

const requireShallow = (file: string, source: string): void => {
  const tooDeep = (): never => {
    throw new SeedError(file, undefined, `expected at most ${maxDepth} levels of nesting`);
  };
  if (/^\s*[[{]/.test(source) && findJsonExcess(source, { depth: maxDepth, values: Infinity })) tooDeep();
  for (const token of new Parser().parse(source)) if (token.type === 'document' && findTooDeep(token, maxDepth) !== undefined) tooDeep();
};

/** Parses a seed in YAML or JSON. Throws SeedError with the line of the first fault. */
export const parseSeed = (file: string, source: string): Seed => {
  requireShallow(file, source);
  const lines = new LineCounter();
  const document = parseDocument(source, { lineCounter: lines, merge: true });
  const [error] = document.errors;
  if (error) throw new SeedError(file, error.linePos?.[0].line, error.message.split('\n')[0]!.replace(/ at line \d+, column \d+:?$/, ''));
  const lineOf = (path: readonly (string | number)[]): number | undefined => {
    for (let length = path.length; length >= 0; length--) {
      const parent = document.getIn(path.slice(0, length - 1), true);
      const key = path[length - 1];
      // A pair's own line is that of its key, even when its value begins below.
      const pair = length > 0 && isMap(parent) ? parent.items.find((item) => isScalar(item.key) && item.key.value === key) : undefined;
      const node = (pair?.key ?? (length === 0 ? document.contents : document.getIn(path.slice(0, length), true))) as
        | { readonly range?: readonly number[] | null }
        | null
        | undefined;
      if (node?.range) return lines.linePos(node.range[0]!).line;
    }
    return undefined;
  };
  let content: unknown;
  try {
    content = document.toJS({ maxAliasCount: 100 });
  } catch (problem) {
    throw new SeedError(file, undefined, (problem as Error).message);
  }
  return checkSeed(file, content, lineOf, /^\s*\{/.test(source) ? json : yaml);
};

/** A file, by its path, or its content, which errors call `seed`. Throws SeedError. */
export const loadSeed = (seed: string | { readonly [member: string]: unknown }): Seed => {
  if (typeof seed !== 'string') return checkSeed('seed', seed, () => undefined, json);
  const file = seed;
  let source: string;
  try {
    source = readFileSync(file, 'utf8');
  } catch (error) {
    throw new SeedError(
      file,
      undefined,
      `the seed file cannot be read: ${(error as NodeJS.ErrnoException).code ?? (error as Error).message}`,
    );
  }
  return parseSeed(file, source);
};
