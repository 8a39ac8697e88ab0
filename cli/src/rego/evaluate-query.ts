import { parseQueryPath, query, RegoQueryError, toJson } from '@slipway/rego';
import { CliError } from '../cli-error.ts';
import { compilePolicies, readPolicyData, readPolicyFiles, reportPolicyErrors } from './policy-files.ts';

/** @throws CliError for what is no path below `data`. */
function checkQueryPath(path: string): void {
  try {
    parseQueryPath(path);
  } catch (error) {
    if (error instanceof RegoQueryError) throw new CliError(error.message, 2);
    throw error;
  }
}

/** Prints the output of the policies, and the value of the query as JSON; nothing if it is undefined. @throws CliError */
export function evaluateQuery(path: string, files: readonly string[], inputFile: string | undefined): void {
  checkQueryPath(path);
  const read = readPolicyFiles(files);
  const root = compilePolicies(read);
  const input = inputFile === undefined ? undefined : readPolicyData(inputFile);
  const now = BigInt(Date.now()) * 1_000_000n;
  const { value, printed } = reportPolicyErrors(() => query({ root }, path, { input, data: read.data, now }));
  for (const line of printed) console.error(line);
  if (value !== undefined) console.log(JSON.stringify(toJson(value), undefined, 2));
}
