import type { NotificationEvent } from './notification-events.ts';
import { renderRunUrl } from './render-generic.ts';

/** What a person reads: a headline, the page that it leads to, and facts by their titles. */
interface NotificationText {
  readonly headline: string;
  readonly url: string | null;
  readonly facts: readonly (readonly [title: string, value: string])[];
}

const createText = (event: NotificationEvent, origin: string): NotificationText => {
  const { message, organization, workspace, run } = event;
  const facts: readonly (readonly [string, string | null | undefined])[] = [
    ['Organization', organization],
    ['Workspace', workspace?.name],
    ['Run', run?.id],
    ['Run message', run?.message],
    ['Created by', run?.createdBy],
    ['Status', run?.status],
  ];
  return {
    headline: workspace ? `${message}: ${organization}/${workspace.name}` : message,
    url: renderRunUrl(event, origin),
    facts: facts.flatMap(([title, value]) => (value ? [[title, value] as const] : [])),
  };
};

const isBadNews = ({ trigger }: NotificationEvent): boolean => /errored|failure|failed|drifted/.test(trigger);

/** Escapes `&`, `<` and `>`, which are markup in Slack's messages. */
const escapeSlack = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** A message with one attachment, as Slack's incoming webhooks take it. */
export const renderSlackNotification = (event: NotificationEvent, origin: string): unknown => {
  const { headline, url, facts } = createText(event, origin);
  return {
    text: escapeSlack(headline),
    attachments: [
      {
        fallback: escapeSlack(headline),
        color: isBadNews(event) ? 'danger' : 'good',
        title: escapeSlack(headline),
        ...(url === null ? {} : { title_link: url }),
        fields: facts.map(([title, value]) => ({ title, value: escapeSlack(value), short: value.length < 40 })),
      },
    ],
  };
};

/** A message with one adaptive card, as webhooks of Microsoft Teams take it. */
export const renderTeamsNotification = (event: NotificationEvent, origin: string): unknown => {
  const { headline, url, facts } = createText(event, origin);
  return {
    type: 'message',
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        content: {
          $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
          type: 'AdaptiveCard',
          version: '1.4',
          body: [
            { type: 'TextBlock', size: 'Medium', weight: 'Bolder', wrap: true, text: headline },
            { type: 'FactSet', facts: facts.map(([title, value]) => ({ title, value })) },
          ],
          ...(url === null ? {} : { actions: [{ type: 'Action.OpenUrl', title: 'View the run', url }] }),
        },
      },
    ],
  };
};

/** Subject and text of a mail. */
export const renderMailNotification = (event: NotificationEvent, origin: string): { readonly subject: string; readonly text: string } => {
  const { headline, url, facts } = createText(event, origin);
  const lines = [...facts.map(([title, value]) => `${title}: ${value}`), ...(url === null ? [] : [url])];
  return { subject: headline.replaceAll(/\s+/g, ' '), text: `${headline}\n\n${lines.join('\n')}\n` };
};
