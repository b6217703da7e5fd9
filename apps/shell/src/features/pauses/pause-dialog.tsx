import { useQuery } from '@tanstack/react-query';
import { useForm, useWatch } from 'react-hook-form';
import { type PauseImpactDto, useUser } from '@tessera/api';
import { formatCount, formatInstant, QueryContent, useAction, useLocale, useSnackbar } from '@tessera/ui';
import { FormDialog, SelectField, TextField } from '@tessera/ui/forms';
import { DescriptionList } from '@tessera/ui/panels';
import { pausableRealmsQuery, pauseImpactQuery, useBeginPause, useResume } from './pauses.api';
import { usePauseTexts } from './texts';

interface Values {
  /** The realm, or `all`. */
  what: string;
  reason: string;
}

const ALL = 'all';

/** Pauses the user's realm; administrators choose between everything and one realm. Shows what it holds back. */
export function PauseDialog({ onClose }: { onClose: () => void }) {
  const t = usePauseTexts();
  const { role, realmId, email } = useUser();
  const isAdmin = role === 'admin';
  const form = useForm<Values>({ defaultValues: { what: ALL, reason: '' } });
  const what = useWatch({ control: form.control, name: 'what' });
  const chosen = isAdmin ? (what === ALL ? null : Number(what)) : realmId;
  const impact = useQuery(pauseImpactQuery(chosen));
  const { data: realms = [] } = useQuery({ ...pausableRealmsQuery(), enabled: isAdmin });
  const { mutateAsync: begin } = useBeginPause();
  const { mutateAsync: resume } = useResume();
  const { withUndo } = useAction();
  const { show } = useSnackbar();
  const pause = async ({ reason }: Values) => {
    const begun = await begin({
      reason,
      ...(chosen === null ? { everything: true } : { realm_id: chosen }),
    });
    const isOwn = begun.paused_who === email;
    show(
      isOwn
        ? withUndo(t('paused'), { restore: () => resume(begun.id), message: t('resumed') })
        : t('already', { who: begun.paused_who }),
    );
  };
  return (
    <FormDialog
      open
      width={520}
      title={t('title')}
      subtitle={t('help')}
      form={form}
      onSubmit={pause}
      onClose={onClose}
      submitLabel={t('pause')}
    >
      {isAdmin ? (
        <SelectField
          control={form.control}
          name="what"
          label={t('what')}
          options={[
            { value: ALL, label: t('all') },
            ...realms.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
        />
      ) : null}
      <QueryContent query={impact} skeletons={[100]}>
        {(figures) => <Figures figures={figures} />}
      </QueryContent>
      <TextField
        control={form.control}
        name="reason"
        label={t('reason')}
        help={t('reasonHelp')}
        rows={2}
        maxLength={500}
        rules={{ required: t('reasonMissing') }}
      />
    </FormDialog>
  );
}

/** What the pause holds back, and the baskets that run out meanwhile. */
function Figures({ figures }: { figures: PauseImpactDto }) {
  const t = usePauseTexts();
  const locale = useLocale();
  const { running, queued, scheduled, baskets, next_expiry } = figures;
  const number = formatCount(baskets);
  return (
    <DescriptionList
      items={[
        { term: t('running'), value: formatCount(running) },
        { term: t('queued'), value: formatCount(queued) },
        { term: t('scheduled'), value: formatCount(scheduled) },
        {
          term: t('baskets'),
          value:
            next_expiry === null
              ? number
              : t('nextExpiry', { number, time: formatInstant(next_expiry, { ...locale, style: 'time' }) }),
        },
      ]}
    />
  );
}
