import { type Attribute, type Attributes, withFormerNames } from '../declarations/src/declare/index.ts';
import { seedShape } from '../service/src/seed/shape.ts';

const tableCell = (text: string): string => text.replaceAll('|', '\\|');
const describeType = ({ kind }: Attribute): string =>
  kind.members ? 'an object' : kind.item?.members ? `a ${kind.collection} of objects` : kind.description;

/** A row for each member, those of an object after it. */
const memberRows = (attributes: Attributes, above: string): readonly string[] =>
  Object.entries(withFormerNames(attributes)).flatMap(([name, attribute]) => {
    const members = attribute.kind.members ?? attribute.kind.item?.members;
    const path = `${above}${name}${attribute.kind.item?.members ? '[]' : ''}`;
    const required = attribute.mode === 'required' ? '**required**, ' : '';
    return [
      `| \`${path}\` | ${tableCell(`${required}${describeType(attribute)}`)} | ` +
        `${tableCell(`${attribute.deprecated === undefined ? '' : `**Deprecated.** ${attribute.deprecated} `}${attribute.doc}`)} |`,
      ...(members && !attribute.formerNameOf ? memberRows(members, `${path}.`) : []),
    ];
  });

const fixedObjects = `## Set fixed IDs and times

Set IDs and times to create objects that a test suite can refer to. Attributes and values have the names of the API, in either dialect
(\`engine-version\` or \`terraform-version\`). An object that belongs to another one is nested in it. A run advances as the settings of
the service say. Its outcome, plan and apply have the members of [a script](workspace-service.md#script-a-run).

\`\`\`yaml
users:
  - { id: user-ann, name: ann, created_at: 2025-01-01T00:00:00Z, tokens: [{ id: at-ann, value: ann-token, description: laptop }] }
organizations:
  - id: org-port
    name: port
    email: ann@port.example
    owners: [ann]
    created_at: 2025-01-01T00:00:00Z
    attributes: { session-timeout: 60 }
    invitations: [{ id: ou-bob, email: bob@port.example, teams: [crew], created_at: 2025-01-02T00:00:00Z }]
    teams:
      - { id: team-crew, name: crew, visibility: organization, organization_access: { manage-workspaces: true } }
    projects:
      - id: prj-harbor
        name: harbor
        created_at: 2025-01-03T00:00:00Z
        updated_at: 2025-01-04T00:00:00Z
    agent_pools: [{ id: apool-north, name: north, organization_scoped: false, allowed_projects: [harbor] }]
    ssh_keys: [{ id: sshkey-deploy, name: deploy, value: a private key }]
    policies:
      - { id: pol-small, name: small, kind: opa, query: data.port.deny, enforcement_level: mandatory, text: package port }
    policy_sets:
      - id: polset-rules
        name: rules
        kind: opa
        policies: [small]
        workspaces: [pier]
        parameters: [{ id: var-limit, key: limit, value: '7' }]
        created_at: 2025-01-05T00:00:00Z
    tasks: [{ id: task-scan, name: scan, url: https://scan.example/in, enabled: false }]
    workspaces:
      - id: ws-pier
        name: pier
        project: harbor
        attributes: { terraform-version: 1.9.8, auto-apply: true }
        created_at: 2025-02-01T00:00:00Z
        ssh_key: deploy
        variables: [{ id: var-region, key: region, value: north, category: terraform }]
        state_versions:
          - id: sv-first
            created_at: 2025-02-02T00:00:00Z
            content:
              version: 4
              terraform_version: 1.9.8
              serial: 3
              lineage: 0b1c1c0e-5d3e-4bb5-8a38-7d3b8a2d6d11
              outputs: { depth: { value: 12, type: number } }
              resources: []
        configuration_versions: [{ id: cv-first, created_at: 2025-02-02T00:00:00Z, files: { main.tf: 'terraform {}' } }]
        runs:
          - id: run-one
            configuration_version: cv-first
            attributes: { message: deeper }
            outcome: plan-errored
            created_at: 2025-02-03T00:00:00Z
        notification_configurations:
          - { id: nc-mail, name: mail, destination_type: email, email_addresses: [a@port.example], triggers: ['run:errored'] }
        tasks: [{ id: wstask-scan, task: scan, enforcement_level: mandatory, stages: [pre_plan] }]
\`\`\`
`;

/** docs/seed.md: every member of a seed file. */
export const seedPage = (): string => `# Seed file

A seed file describes the objects that an empty store starts with. It is written in YAML or JSON.

## Use a seed file

| To | Do this |
|---|---|
| start a service with the objects of the file | \`slipway serve --seed platform.yaml\` |
| seed a running service whose store is empty | \`POST /_local/seed\` with the content of the file |
| empty a running service and seed it again | \`POST /_local/reset\` |

Somebody must be able to use what the file describes: give an organization an owner (\`owners: [ann]\`), or a user, team or organization
a \`token\`. Without a token, the first owner gets one, which the start prints and \`POST /_local/seed\` returns. A file with neither is
refused.

A seed is applied in one transaction, and only if the store has no organization. [The embedded service](service.md#seed-file)
describes errors and tokens; [examples/platform/seed.yaml](../examples/platform/seed.yaml) is a complete example.

The smallest file:

\`\`\`yaml
users: [{ name: ann }]
organizations: [{ name: acme, owners: [ann] }]
\`\`\`

${fixedObjects}
## Members

Objects refer to each other by name, or by ID where a member says so. \`[]\` marks each item of a list. A member without a stated
default is absent when it is omitted.

| Member | Type | Description |
|---|---|---|
${memberRows(seedShape, '').join('\n')}
`;
