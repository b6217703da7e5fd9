import { useQuery } from '@tanstack/react-query';
import { useUser } from '@tessera/api';
import { describeError, ErrorAlert, Panel } from '@tessera/ui';
import { Checkbox, PlainSelect } from '@tessera/ui/forms';
import { Box, Skeleton } from '@tessera/ui/mui';
import { usePreferences, useSavePreferences } from '../account/preferences';
import { mailSenderQuery } from './notifications.api';
import { useNotificationTexts } from './texts';
import { type Topic, topicLabel, topics } from './topics';

/** Topics whose mails the server sends at once; those of the others are gathered. */
const promptTopics: readonly Topic[] = ['escalation', 'security'];
const gatheredTopics = topics.filter((topic) => !promptTopics.includes(topic));
/** Choices of hours between two mails with what was gathered. */
const choices = [1, 4, 12, 24, 168];
const DEFAULT_HOURS = 24;

/** Chooses which notifications come by mail. */
export function MailPanel() {
  const t = useNotificationTexts();
  const sender = useQuery(mailSenderQuery());
  return (
    <Panel title={t('mail.title')} padded>
      {sender.isPending ? <Skeleton variant="rectangular" height={120} /> : null}
      {sender.isError ? (
        <ErrorAlert error={describeError(sender.error)} onRetry={() => void sender.refetch()} />
      ) : null}
      {sender.data === null ? <Box sx={{ color: 'text.secondary' }}>{t('mail.off')}</Box> : null}
      {sender.data ? <MailChoice /> : null}
    </Panel>
  );
}

function MailChoice() {
  const t = useNotificationTexts();
  const { email } = useUser();
  const { mail: { topics: chosen, digest_hours: hours = DEFAULT_HOURS } = { topics: [] } } = usePreferences();
  const save = useSavePreferences();
  const toggle = (topic: Topic, isOn: boolean) =>
    save({
      mail: {
        topics: topics.filter((one) => (one === topic ? isOn : chosen.includes(one))),
        digest_hours: hours,
      },
    });
  const list = (label: string, offered: readonly Topic[]) => (
    <Box role="group" aria-label={label} sx={{ display: 'grid', justifyItems: 'start' }}>
      <Box sx={{ typography: 'caption', color: 'text.secondary' }}>{label}</Box>
      {offered.map((topic) => (
        <Box key={topic} component="label" sx={{ display: 'flex', alignItems: 'center', cursor: 'pointer' }}>
          <Checkbox checked={chosen.includes(topic)} onChange={(_event, isOn) => toggle(topic, isOn)} />
          {topicLabel(t, topic)}
        </Box>
      ))}
    </Box>
  );
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <Box sx={{ color: 'text.secondary' }}>{t('mail.help', { email })}</Box>
      {list(t('mail.prompt'), promptTopics)}
      {list(t('mail.gathered'), gatheredTopics)}
      <PlainSelect
        label={t('mail.every')}
        value={String(hours)}
        options={[...new Set([...choices, hours])].map((count) => ({
          value: String(count),
          label: t('mail.hours', { count }),
        }))}
        onChange={(value) => save({ mail: { topics: [...chosen], digest_hours: Number(value) } })}
      />
    </Box>
  );
}
