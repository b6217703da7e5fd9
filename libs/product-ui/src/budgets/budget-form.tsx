import { type ReactNode, useState } from 'react';
import { useForm } from 'react-hook-form';
import { sumAmounts } from '@tessera/domain';
import { formatMoney, type Question, useAction, useConfirm, useLocale, useSnackbar } from '@tessera/ui';
import { FormDialog, NumberField, TextField } from '@tessera/ui/forms';
import { type ApprovalNeed, approvalNeedOf, AskApproval } from './ask-approval';
import { useBudgetTexts } from './texts';

/** A budget as it is set; null: none. */
export interface BudgetToSet {
  amount: number | null;
  currency: string;
}

export interface BudgetFormProps {
  title: string;
  /** The budget as it is. */
  budget: BudgetToSet;
  /** Whether the budget is of this currency, as one per currency is. */
  isCurrencyFixed?: boolean;
  /** The budget that one of a currency replaces, and what is spent and reserved in that currency. */
  before: (currency: string) => BudgetToSet & { used: number };
  save: (budget: BudgetToSet) => Promise<unknown>;
  /** What is asked before a budget is saved; undefined: nothing. */
  questionOf?: (budget: BudgetToSet) => Question | undefined;
  kind: 'event_budget' | 'month_budget';
  /** Asks a second person for a budget that the rules of the realm don't allow. */
  ask: (budget: BudgetToSet, reason: string) => Promise<{ id: number }>;
  onClose: () => void;
  /** Fields above the amount, such as the realm. */
  children?: ReactNode;
}

/**
 * Sets or removes a budget: asks before one that is exceeded already, offers to restore the former one, and to ask for an approval
 * where the rules of the realm need one.
 */
export function BudgetForm(props: BudgetFormProps) {
  const { title, budget, isCurrencyFixed = false, before, save, questionOf, onClose, children } = props;
  const t = useBudgetTexts();
  const { locale } = useLocale();
  const confirm = useConfirm();
  const snackbar = useSnackbar();
  const { withUndo } = useAction();
  const [refused, setRefused] = useState<{ next: BudgetToSet; need: ApprovalNeed } | null>(null);
  const form = useForm<BudgetToSet>({ defaultValues: budget });
  const requireYes = async (question: Question) => {
    // The form stays open.
    if (!(await confirm(question))) throw stayOpen();
  };
  const submit = async (values: BudgetToSet) => {
    const next = { amount: values.amount, currency: values.currency.trim().toUpperCase() };
    const { used, ...former } = before(next.currency);
    const money = (amount: number) => formatMoney(amount, next.currency, { locale });
    const over = next.amount === null ? 0 : sumAmounts([used, -next.amount]);
    if (next.amount !== null && over > 0)
      await requireYes({
        title: t('below.title', { amount: money(next.amount) }),
        body: t('below.body', { over: money(over) }),
        confirmLabel: t('below.confirm'),
        danger: true,
      });
    const question = questionOf?.(next);
    if (question) await requireYes(question);
    try {
      await save(next);
    } catch (error) {
      const need = approvalNeedOf(error);
      if (!need) throw error;
      setRefused({ next, need });
      throw stayOpen();
    }
    snackbar.show(
      withUndo(t(next.amount === null ? 'removed' : 'saved'), {
        restore: () => save(former),
        message: t('restored'),
      }),
    );
  };
  return (
    <FormDialog open title={title} form={form} width={460} onSubmit={submit} onClose={onClose}>
      {children}
      <NumberField
        control={form.control}
        name="amount"
        label={t('amount')}
        decimal
        min={0}
        optional
        autoFocus
        help={t('amountHelp')}
      />
      <TextField
        control={form.control}
        name="currency"
        label={t('currency')}
        maxLength={3}
        disabled={isCurrencyFixed}
        rules={{ required: t('currencyMissing') }}
      />
      {refused ? (
        <AskApproval
          need={refused.need}
          kind={props.kind}
          ask={(reason) => props.ask(refused.next, reason)}
          onAsked={onClose}
          onClose={() => setRefused(null)}
        />
      ) : null}
    </FormDialog>
  );
}

/** Ends a submission without an error, and without closing the form. */
const stayOpen = () => new DOMException('Not confirmed', 'AbortError');
