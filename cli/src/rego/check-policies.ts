import { compilePolicies, readPolicyFiles } from './policy-files.ts';

/** Compiles policies and prints how many they are. @throws CliError with the place of the first error. */
export function checkPolicies(files: readonly string[], strict: boolean): void {
  const read = readPolicyFiles(files);
  compilePolicies(read, strict);
  console.log(`${Object.keys(read.policies).length} files compile`);
}
