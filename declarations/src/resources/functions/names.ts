import { bool, providerFunction, type AttributeKind, string } from '../../declare/index.ts';
import { tagKey, tagName, tagValue } from '../workspaces/tags.ts';
import { workspaceName } from '../workspaces/workspace-name.ts';

const nameCheck = (name: string, what: string, kind: AttributeKind) =>
  providerFunction(name, {
    summary: `Whether a text can be ${what}.`,
    doc: `True for ${kind.description}.`,
    parameters: [{ name: 'text', doc: 'The text.', kind: string }],
    returns: bool,
    call: (text: string) => kind.accepts(text),
  });

export const isWorkspaceName = nameCheck('is_workspace_name', 'the name of a workspace', workspaceName);
export const isTagName = nameCheck('is_tag_name', 'a flat tag', tagName);
export const isTagKey = nameCheck('is_tag_key', 'the key of a key-value tag', tagKey);
export const isTagValue = nameCheck('is_tag_value', 'the value of a key-value tag', tagValue);
