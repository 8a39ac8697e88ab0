import type { JsonObject } from '../json-api/parse-document.ts';
import { unprocessable } from '../http/problem.ts';
import type { CostFigures } from '../workspaces/runs/stored-parts.ts';
import { runOutcomes, type RunOutcome } from '../workspaces/runs/stored.ts';
import {
  taskStageNames,
  type PolicyCheckScript,
  type PolicyEvaluationScript,
  type RunScript,
  type TaskResultScript,
  type TaskStageScript,
} from '../workspaces/runs/script/run-script.ts';
import { requireMembers } from './request-values.ts';
import {
  parseAnyObject,
  parseCount,
  parseScriptMembers,
  type ParseScriptValue,
  requireFlag,
  requireObject,
  requireText,
} from './script-values.ts';

const requireWord = <W extends string>(value: unknown, words: readonly W[], pointer: string): W => {
  if (!words.includes(value as W)) throw unprocessable(`expected one of ${words.join(', ')}`, pointer);
  return value as W;
};
const parseList = <T>(value: unknown, pointer: string, one: (item: unknown, at: string) => T): readonly T[] => {
  if (!Array.isArray(value)) throw unprocessable('expected a list', pointer);
  return value.map((item: unknown, index) => one(item, `${pointer}/${index}`));
};

const counts = { additions: parseCount, changes: parseCount, destructions: parseCount, imports: parseCount };
const planMembers = { ...counts, log: requireText, json: parseAnyObject, schemas: parseAnyObject };
const applyMembers = { ...counts, log: requireText, state: parseAnyObject, erroredState: parseAnyObject };

const decimal: ParseScriptValue = (value, pointer) => {
  if (typeof value !== 'string' || !/^-?\d{1,12}(\.\d{1,6})?$/.test(value))
    throw unprocessable('expected a decimal number as a text', pointer);
  return value;
};
const parseCost = (value: unknown, pointer: string): CostFigures => {
  const said = parseScriptMembers(value, pointer, {
    resources: parseCount,
    matched: parseCount,
    unmatched: parseCount,
    prior: decimal,
    proposed: decimal,
    delta: decimal,
    error: requireText,
  });
  const none = { resources: 0, matched: 0, unmatched: 0, prior: '0.0', proposed: '0.0', delta: '0.0' };
  return { ...none, ...said };
};

const parsePolicyCheck = (value: unknown, at: string): PolicyCheckScript => {
  const { scope = 'organization', status = 'passed', output = '' } = requireObject(value, at, ['scope', 'status', 'output']);
  return {
    scope: requireWord(scope, ['organization', 'workspace'], `${at}/scope`),
    status: requireWord(status, ['passed', 'soft_failed', 'hard_failed', 'errored'], `${at}/status`),
    output: requireText(output, `${at}/output`),
  };
};

const parseOutcome = (value: unknown, at: string): TaskResultScript['outcomes'][number] => {
  const { name, description = '', body = null } = requireObject(value, at, ['name', 'description', 'body']);
  return {
    name: requireText(name, `${at}/name`),
    description: requireText(description, `${at}/description`),
    body: body === null ? null : requireText(body, `${at}/body`),
  };
};
const parseEvaluation = (value: unknown, at: string): PolicyEvaluationScript => {
  const { policySet, status = 'passed', output = '' } = requireObject(value, at, ['policySet', 'status', 'output']);
  return {
    policySet: requireText(policySet, `${at}/policySet`),
    status: requireWord(status, ['passed', 'failed', 'errored'], `${at}/status`),
    output: requireText(output, `${at}/output`),
  };
};
const parseTaskResult = (value: unknown, at: string): TaskResultScript => {
  const {
    name,
    status = 'passed',
    message = '',
    url = null,
    enforcement = 'advisory',
    outcomes = [],
  } = requireObject(value, at, ['name', 'status', 'message', 'url', 'enforcement', 'outcomes']);
  return {
    name: requireText(name, `${at}/name`),
    status: requireWord(status, ['passed', 'failed', 'errored'], `${at}/status`),
    message: requireText(message, `${at}/message`),
    url: url === null ? null : requireText(url, `${at}/url`),
    enforcement: requireWord(enforcement, ['advisory', 'mandatory'], `${at}/enforcement`),
    outcomes: parseList(outcomes, `${at}/outcomes`, parseOutcome),
  };
};
const parseTaskStage = (value: unknown, at: string): TaskStageScript => {
  const { stage, results = [], evaluations = [] } = requireObject(value, at, ['stage', 'results', 'evaluations']);
  return {
    stage: requireWord(stage, taskStageNames, `${at}/stage`),
    results: parseList(results, `${at}/results`, parseTaskResult),
    evaluations: parseList(evaluations, `${at}/evaluations`, parseEvaluation),
  };
};
const parseEvent = (value: unknown, at: string) => {
  const { action, description } = requireObject(value, at, ['action', 'description']);
  return { action: requireText(action, `${at}/action`), description: requireText(description, `${at}/description`) };
};

const scriptMembers: { readonly [name in keyof RunScript]-?: ParseScriptValue } = {
  outcome: (value, at): RunOutcome => requireWord(value, runOutcomes, at),
  ignoresCancel: requireFlag,
  plan: (value, at) => parseScriptMembers(value, at, planMembers),
  apply: (value, at) => parseScriptMembers(value, at, applyMembers),
  cost: parseCost,
  policyChecks: (value, at) => parseList(value, at, parsePolicyCheck),
  taskStages: (value, at) => parseList(value, at, parseTaskStage),
  events: (value, at) => parseList(value, at, parseEvent),
};

/**
 * Parses the outcome that a test scripts for a run; throws 422 with a pointer for an invalid one. `more`: names of other members of the
 * request.
 */
export const parseRunScript = (body: unknown, ...more: readonly string[]): { readonly script: RunScript; readonly rest: JsonObject } => {
  const request = requireMembers(body, ...Object.keys(scriptMembers), ...more);
  const said = Object.entries(request).filter(([name]) => !more.includes(name));
  const script = Object.fromEntries(said.map(([name, value]) => [name, scriptMembers[name as keyof RunScript](value, `/${name}`)]));
  return { script, rest: Object.fromEntries(more.map((name) => [name, request[name]])) };
};
