/** What of a secret stands where: a section of the provider's page. */
export const secretsSection = `## Secrets

### What is stored where

| Where the value is written | Plan | State | Private state | Service |
|---|---|---|---|---|
| \`value_wo\` of a variable | no | no | a fingerprint of 20 bits, unless \`secret_fingerprints = false\` | yes |
| \`variable_values_wo\` of \`slipway_no_code_workspace\` | no | no | a fingerprint of 20 bits of all of them together | yes |
| \`value\` of a variable | yes, marked as sensitive | yes, in clear text | no | yes |
| \`token\` of the provider block | in a saved plan, where it is not from the environment | no | no | yes |
| computed attributes that are marked as sensitive (webhook and download URLs) | yes, marked as sensitive | yes, in clear text | no | \
yes |
| computed attributes of ephemeral resources (tokens, outputs of workspaces) | no | no | no | yes; a token until the run ends |

Private state is a part of the state file and of saved plans. It also holds what the service returns as the version of a value \
(\`version_id\`, \`updated_at\`, the masked value).

A literal in the configuration also stands in saved plans, which contain the configuration. Pass secrets as ephemeral variables or \
from ephemeral resources.

### The fingerprint

The provider compares a write-only value with the fingerprint of the value that it sent last, and sends a value that has changed. The \
fingerprint is the first 20 bits of scrypt (N = 2^15, r = 8, p = 1) with a salt of its own. Whoever reads the state can rule out \
guesses with it, at about 0.1 s and 32 MB for each guess, but can confirm none: one in a million wrong values has the same \
fingerprint. For the same reason one change in a million is not noticed. From the 65th value of a run on, a fingerprint costs less (N \
down to 2^10), so that the time of a plan grows slowly with their number.

To keep no fingerprint, set \`secret_fingerprints = false\` in the provider block or \`SLIPWAY_SECRET_FINGERPRINTS=false\`. The next \
refresh removes those that a state has. A changed value is then sent when you change \`value_wo_version\`, and when the service \
reports that the value was changed elsewhere. [Decision 31](decisions/0031-fingerprints-of-secrets.md) has the threat model.

### Values that are not configured

A variable that exists keeps its value while neither \`value\` nor \`value_wo\` is configured, for example after an import with \
generated configuration. A new variable needs one of them.

### Messages and logs

Diagnostics, logs and crash reports of the provider contain no sensitive value, in none of these spellings: as it is, with any \
characters percent-encoded or escaped as in JSON or HTML, in base64, and parts of 31 or more characters. Not recognized are other \
encodings (hexadecimal, reversed, another case), shorter parts of a value, and values of fewer than four characters outside of quotes. \
The values \`true\`, \`false\` and \`null\` are not hidden. If a text cannot be searched, it is withheld. Control sequences of \
terminals are removed from texts of the service, and long texts are cut.
`;
