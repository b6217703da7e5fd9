import { Box, IconButton, styled } from '@mui/material';
import { ArrowDown, ArrowUp, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTexts } from '../texts';
import { moveItem } from './ordered-list';

const List = styled('ol')(({ theme: { vars, typography } }) => ({
  ...typography.body2,
  listStyle: 'none',
  margin: 0,
  padding: 0,
  '& li': {
    display: 'flex',
    alignItems: 'center',
    minHeight: 32,
    padding: '0 8px 0 16px',
    borderBottom: `1px solid ${vars.palette.line.subtle}`,
  },
  '& .index': { width: 28, marginRight: 12, textAlign: 'right', color: vars.palette.text.tertiary },
  '& .label': { flex: 1, minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  '& .detail': { marginLeft: 8, color: vars.palette.text.secondary },
  '& .reason': { ...typography.caption, marginLeft: 8, color: vars.palette.status.cinnabar.text },
}));

const icon = { size: 14, strokeWidth: 1.75, 'aria-hidden': true } as const;

export interface SelectedItemsProps {
  label: string;
  items: readonly ChoiceItem[];
  onChange: (ids: readonly number[]) => void;
}

/** The selected items in their order, with buttons to move and remove them. */
export function SelectedItems({ label, items, onChange }: SelectedItemsProps) {
  const t = useTexts();
  const ids = items.map(({ id }) => id);
  if (items.length === 0)
    return <Box sx={{ color: 'text.tertiary', px: 2, py: 1.5 }}>{t('dialogs.choice.nothing')}</Box>;
  return (
    <List aria-label={label}>
      {items.map(({ id, label: words, detail, blocked }, i) => (
        <li key={id}>
          <span className="index">{i + 1}</span>
          <span className="label" title={[words, detail].filter(Boolean).join(', ')}>
            {words}
            {detail ? <span className="detail">{detail}</span> : null}
            {blocked ? <span className="reason">{blocked}</span> : null}
          </span>
          <IconButton
            size="small"
            aria-label={t('dialogs.choice.moveUp', { name: words })}
            disabled={i === 0}
            onClick={() => onChange(moveItem(ids, i, i - 1))}
          >
            <ArrowUp {...icon} />
          </IconButton>
          <IconButton
            size="small"
            aria-label={t('dialogs.choice.moveDown', { name: words })}
            disabled={i === ids.length - 1}
            onClick={() => onChange(moveItem(ids, i, i + 1))}
          >
            <ArrowDown {...icon} />
          </IconButton>
          <IconButton
            size="small"
            aria-label={t('form.remove', { name: words })}
            onClick={() => onChange(ids.filter((one) => one !== id))}
          >
            <X {...icon} />
          </IconButton>
        </li>
      ))}
    </List>
  );
}

/** An item that can be selected. */
export interface ChoiceItem {
  id: number;
  label: string;
  /** What distinguishes items of the same name, such as an e-mail address. */
  detail?: string;
  /** The item's status. */
  status?: ReactNode;
  /** Why it can't be selected; it stays visible with the reason. */
  blocked?: string | undefined;
}

/** Returns the e-mail addresses of a pasted text, in lower case and without duplicates. */
export const extractEmails = (text: string): string[] => [
  ...new Set(text.toLowerCase().match(/[^\s,;<>"]+@[^\s,;<>"]+/g) ?? []),
];
