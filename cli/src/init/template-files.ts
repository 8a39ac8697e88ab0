/** The small apps that `slipway init` writes: file names and contents. */
import { providerAddress } from 'slipway/engine/address';
import { version } from '@slipway/declarations/version';

export interface TemplateFile {
  readonly path: string;
  readonly text: string;
}
/** The engine of constructs that an app is written for. */
export type ConstructsEngine = 'cdktf' | 'cdktn';

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;
const ignored = 'node_modules/\ncdktf.out/\n.terraform/\n.slipway/\n*.tfstate\n*.tfstate.*\n';

const app = (engine: ConstructsEngine): string => `import { Project, Slipway, VariableSet } from '@slipway/constructs${
  engine === 'cdktn' ? '/cdktn' : ''
}';
import { App, TerraformStack } from '${engine}';

const app = new App();
const stack = new TerraformStack(app, 'platform');
new Slipway(stack); // address, token and organization: of \`slipway login\`, or of the environment

const payments = new Project(stack, 'payments', { name: 'payments' });
const production = payments.workspace('payments-production').tag({ env: 'production' });
new VariableSet(stack, 'regions', { name: 'regions' }).variable('allowed_regions', ['eu', 'us']).applyTo(production);

app.synth();
`;

const hcl = `terraform {
  required_providers {
    slipway = {
      source  = "${providerAddress}"
      version = "${version}"
    }
  }
}

# Address, token and organization: of \`slipway login\`, or of the environment.
provider "slipway" {}

resource "slipway_project" "payments" {
  name = "payments"
}

resource "slipway_workspace" "production" {
  name       = "payments-production"
  project_id = slipway_project.payments.id
}

resource "slipway_variable_set" "regions" {
  name = "regions"
}
`;

/** What an app of ours needs of others, in the versions that it is tested with. */
export const appDependencies = (engine: ConstructsEngine, hasSqlite: boolean): Readonly<Record<string, string>> => ({
  [engine]: engine === 'cdktf' ? '0.21.0' : '0.24.0',
  constructs: '10.7.2',
  tsx: '4.23.15',
  // `slipway serve` of an older Node has no SQLite of its own.
  ...(hasSqlite ? {} : { libsql: '0.5.29' }),
});

/** The files of an app in TypeScript, but for package.json, which may be there. */
export const typescriptFiles = (engine: ConstructsEngine): readonly TemplateFile[] => [
  { path: 'main.ts', text: app(engine) },
  { path: 'cdktf.json', text: json({ language: 'typescript', app: 'node --import tsx main.ts' }) },
  {
    path: 'tsconfig.json',
    text: json({
      compilerOptions: {
        target: 'ES2023',
        module: 'NodeNext',
        moduleResolution: 'NodeNext',
        strict: true,
        noEmit: true,
        skipLibCheck: true,
      },
      include: ['*.ts'],
    }),
  },
  { path: '.gitignore', text: ignored },
];
export const hclFiles = (): readonly TemplateFile[] => [
  { path: 'main.tf', text: hcl },
  { path: '.gitignore', text: ignored },
];
