/** The body of a record of kind `agent-pools`: scope the organization, key the name. */
export interface StoredAgentPool {
  readonly name: string;
  readonly organization: string;
  readonly organizationScoped: boolean;
  readonly createdAt: string;
}
