/**
 * What the runner interface of the hosted service remembers.
 *
 * | kind | scope | key | body |
 * |---|---|---|---|
 * | `ci-resource-classes` | org | name, without the namespace | ResourceClass |
 * | `ci-runner-tokens` | id of the class | hash of the token | RunnerToken |
 */
export interface ResourceClass {
  readonly description: string;
  readonly createdAt: string;
}
export interface RunnerToken {
  readonly nickname: string;
  readonly createdAt: string;
}
