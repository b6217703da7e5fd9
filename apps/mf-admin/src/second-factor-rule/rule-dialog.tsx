import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { type SecondFactorRuleDto, serverNow } from '@tessera/api';
import {
  describeError,
  DialogFrame,
  DialogHeader,
  ErrorAlert,
  Instant,
  useAction,
  useSnackbar,
} from '@tessera/ui';
import { CheckboxField, FormDialog, NumberField } from '@tessera/ui/forms';
import { Box, Skeleton } from '@tessera/ui/mui';
import { useTexts } from '../texts';
import { ruleQuery, useSetRule } from './second-factor-rule.api';

const DAY_MS = 86_400_000;
const MAX_DAYS = 30;
const DEFAULT_DAYS = 14;

export interface RuleDialogProps {
  /** Null: the administrators. */
  realmId: number | null;
  name: string;
  onClose: () => void;
}

/** Shows how many people have no second factor, and requires one of everybody or of nobody. */
export function RuleDialog({ realmId, name, onClose }: RuleDialogProps) {
  const t = useTexts();
  const id = useId();
  const rule = useQuery(ruleQuery(realmId));
  const title = t('secondFactorRule.title', { name });
  if (rule.data) return <RuleForm rule={rule.data} realmId={realmId} title={title} onClose={onClose} />;
  return (
    <DialogFrame
      open
      width={520}
      labelledBy={id}
      onClose={onClose}
      header={<DialogHeader id={id} title={title} onClose={onClose} />}
      footer={null}
    >
      {rule.isError ? (
        <ErrorAlert error={describeError(rule.error)} onRetry={() => void rule.refetch()} />
      ) : (
        <Skeleton variant="rectangular" height={160} />
      )}
    </DialogFrame>
  );
}

interface RuleFormProps extends Pick<RuleDialogProps, 'realmId' | 'onClose'> {
  rule: SecondFactorRuleDto;
  title: string;
}

/** The days from now until then, as the server takes them. */
const daysUntil = (at: string): number =>
  Math.min(MAX_DAYS, Math.max(0, Math.round((Date.parse(at) - serverNow()) / DAY_MS)));

function RuleForm({ rule, realmId, title, onClose }: RuleFormProps) {
  const t = useTexts();
  const { mutateAsync: set } = useSetRule(realmId);
  const { withUndo } = useAction();
  const { show } = useSnackbar();
  const { required_from, people, without } = rule;
  const before =
    required_from === null ? { required: false } : { required: true, days: daysUntil(required_from) };
  const form = useForm({ defaultValues: { required: before.required, days: before.days ?? DEFAULT_DAYS } });
  const isRequired = useWatch({ control: form.control, name: 'required' });
  const save = async ({ required, days }: { required: boolean; days: number }) => {
    await set(required ? { required, days } : { required });
    const message = t(required ? 'secondFactorRule.on' : 'secondFactorRule.turnedOff');
    show(withUndo(message, { restore: () => set(before), message: t('secondFactorRule.undone') }));
    onClose();
  };
  return (
    <FormDialog
      open
      width={520}
      title={title}
      form={form}
      onSubmit={save}
      onClose={onClose}
      submitLabel={t('secondFactorRule.save')}
    >
      <Box>{t('secondFactorRule.without', { count: people, without })}</Box>
      <Box sx={{ color: 'text.secondary' }}>
        {required_from === null ? (
          t('secondFactorRule.off')
        ) : (
          <>
            {t('secondFactorRule.since')} <Instant value={required_from} />
          </>
        )}
      </Box>
      <CheckboxField
        control={form.control}
        name="required"
        label={t('secondFactorRule.required')}
        help={t('secondFactorRule.requiredHelp')}
      />
      {isRequired ? (
        <NumberField
          control={form.control}
          name="days"
          label={t('secondFactorRule.days')}
          min={0}
          help={t('secondFactorRule.daysHelp')}
          rules={{
            required: t('secondFactorRule.daysWrong'),
            min: { value: 0, message: t('secondFactorRule.daysWrong') },
            max: { value: MAX_DAYS, message: t('secondFactorRule.daysWrong') },
          }}
        />
      ) : null}
    </FormDialog>
  );
}
